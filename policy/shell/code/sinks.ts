/** What calls of other languages do to the machine: by the end of what is called, for all languages at once. */

/**
 * `P` runs: one text is a shell's, a list or several texts are words. `d` deletes, `D` a tree, `r` a tree if `recursive` says so. `R` reads, `W` writes,
 * `Q` and `T` the same to what it is called on, `O` as its mode says, `C` copies, `M` moves, `f` contacts a host. `c` changes the directory. `e` reads text
 * as code, `l` loads a module, `g` reaches for what is named, `h` hands it to something that calls it, `X` runs what nobody sees. A name with a dot needs what it is called on, one with a `!.` is
 * called on nothing, one with a `'.` on a text, as a path is. Commas stand between names on one thing.
 */
const TABLE = `P system popen getoutput getstatusoutput create_subprocess_shell create_subprocess_exec subprocess.run,call check_call check_output Popen os.exec,execute posix_spawn child_process.exec execFile execa Deno.Command,run !.exec spawn Kernel.exec capture2 capture2e capture3 popen2 popen3 open3 shell_exec passthru proc_open do_shell_script do_script doShellScript $sh
D rmtree remove_tree rimraf rimraf.sync rm_r rm_rf remove_dir remove_entry fs.remove
r fs.rm,rmdir Deno.remove
d os.remove unlink rmdir removedirs File.delete FileUtils.rm,rm_f,remove Dir.delete file.remove
R readFile createReadStream readTextFile File.read,readlines,foreach IO.read,readlines file_get_contents readfile !.file io.lines Bun.file readLines read.csv read_csv dotenv_values sqlite3.connect '.read
W writeFile appendFile createWriteStream writeTextFile File.write,truncate IO.write file_put_contents Bun.write os.truncate fs.truncate !.truncate to_csv touch chmod '.write
T write_text write_bytes '.touch,chmod,symlink_to,hardlink_to
Q read_text read_bytes
O !.open io.open os.open codecs.open gzip.open tarfile.open fs.open File.open,new fopen ZipFile '.open
C shutil.copy copy2 copyfile copytree copyFile fs.cp,link FileUtils.cp,cp_r,ln_s,copy !.copy,link symlink os.link File.link
M shutil.move os.rename,replace,renames fs.rename FileUtils.mv File.rename !.rename,move Deno.rename file.rename '.rename,replace
f fetch axios curl_init fsockopen urlopen urlretrieve requests.get,post httpx.get create_connection HTTPConnection HTTPSConnection socket().connect net.connect http.get,request https.get,request HTTP.get,start TCPSocket.new getprint getstore got WebSocket
c os.chdir process.chdir Dir.chdir !.chdir
e !.eval,Function,load create_function instance_eval class_eval loadstring runInThisContext runInNewContext run_script constructor.constructor vm.Script timeit.timeit,repeat,Timer
l require import __import__ import_module !.from _load
g Kernel.send __send__ public_send const_get call_user_func call_user_func_array getattr
h methodcaller attrgetter array_map array_filter array_walk
X CDLL LoadLibrary FunctionType marshal.loads pickle.loads Marshal.load run_path dlopen process.binding __subclasses__`

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
        for (const last of path.slice(dot + 1).split(','))
          table.set(last, [...(table.get(last) ?? []), [path.slice(0, Math.max(0, dot)), does]])
      }
    }
  }
  // `execvp`, `spawnlp` say how their arguments stand. A name in `Sync` is rare enough to need nothing else.
  const plain = name.replace(/^(spawn|exec)[lvpe]+$/, '$1')
  const short = plain.replace(/Sync$/, '')
  return table.get(short)?.map(([module, does]) => [short === plain ? module : '', does] as const) ?? []
}
