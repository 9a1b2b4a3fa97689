/** What calls of other languages do to the machine: by the end of what is called, for all languages at once. */

/**
 * `P` runs: one text is a shell's, a list or several texts are words. `d` deletes, `D` a tree, `r` a tree if `recursive` says so. `R` reads, `W` writes,
 * `T` the same to what it is called on, `O` as its mode says, `C` copies, `M` moves, `f` contacts a host. `c` changes the directory. `e` reads text as
 * code, `l` loads a module, `g` reaches for what is named, `X` runs what nobody sees. A name with a dot needs what it is called on, one with a `!.` is called on nothing.
 */
const TABLE = `P system popen getoutput getstatusoutput create_subprocess_shell subprocess.run subprocess.call check_call check_output Popen os.exec posix_spawn child_process.exec execFile execa Deno.Command !.exec spawn Kernel.exec capture2 capture2e capture3 popen3 open3 shell_exec passthru proc_open os.execute do_shell_script do_script doShellScript $sh
r fs.rm fs.rmdir Deno.remove
d os.remove unlink rmdir removedirs File.delete FileUtils.rm FileUtils.rm_f Dir.delete file.remove
D rmtree remove_tree rimraf rm_r rm_rf remove_dir remove_entry fs.remove
R read_text read_bytes readFile createReadStream readTextFile File.read IO.read File.readlines file_get_contents readfile !.file io.lines Bun.file
W writeFile appendFile createWriteStream writeTextFile File.write IO.write file_put_contents Bun.write
T write_text write_bytes
O !.open io.open os.open codecs.open gzip.open fs.open File.open File.new fopen
C shutil.copy copy2 copyfile copytree copyFile fs.cp FileUtils.cp FileUtils.cp_r !.copy
M shutil.move os.rename os.replace fs.rename FileUtils.mv File.rename !.rename !.move
f fetch axios curl_init fsockopen urlopen urlretrieve requests.get requests.post httpx.get create_connection HTTPConnection HTTPSConnection socket().connect net.connect http.get https.get http.request https.request HTTP.get HTTP.start TCPSocket.new getprint getstore
c os.chdir process.chdir Dir.chdir !.chdir
e !.eval !.compile !.Function create_function instance_eval class_eval loadstring !.load runInThisContext runInNewContext run_script
l require import __import__ import_module
g Kernel.send __send__ public_send const_get call_user_func getattr
X CDLL LoadLibrary FunctionType marshal.loads pickle.loads Marshal.load run_path dlopen process.binding`

/** What it is called on, or nothing; what it does. */
type Sink = readonly [module: string, does: string]

const table = new Map<string, Sink[]>()

/** What calls of that name do, by what they are called on. */
export function sinksOf(name: string): readonly Sink[] {
  if (table.size === 0) {
    for (const line of TABLE.split('\n')) {
      const [does = '', ...paths] = line.split(' ')
      for (const path of paths) {
        const dot = path.lastIndexOf('.')
        const last = path.slice(dot + 1)
        table.set(last, [...(table.get(last) ?? []), [path.slice(0, Math.max(0, dot)), does]])
      }
    }
  }
  // `execvp`, `spawnlp` say how their arguments stand. A name in `Sync` is rare enough to need nothing else.
  const plain = name.replace(/^(spawn|exec)[lvpe]+$/, '$1')
  const short = plain.replace(/Sync$/, '')
  return table.get(short)?.map(([module, does]) => [short === plain ? module : '', does] as const) ?? []
}
