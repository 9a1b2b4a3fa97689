/** What calls of other languages do to the machine: by family and by the path of what is called. */
import type { Family } from './families.ts'

/**
 * What a call does, and which argument holds what it does it to (`at`; `of`: what the method was called on).
 * - `shell`: a shell reads the text. `argv`: a list of words runs, or a text as a command. `words`: the arguments are the words.
 *   `program`: a program and a list of its words. `exec`: the same with the program's own name first. `perl`: one text for a shell, or words.
 * - `delete-tree` also runs as `rm -rf` (one rule about `rm` then covers it), `chmod` as `chmod`, `fetch` as `curl`.
 * - `remove`: a tree when the options say so (`recursive: true`).
 * - `host`: a host alone, or the first of a pair. `options`: an object with `hostname`.
 * - `eval`: text of the same language. `load`: a module or a file of that name.
 */
export type Sink = {
  readonly does:
    | 'shell'
    | 'argv'
    | 'words'
    | 'program'
    | 'exec'
    | 'perl'
    | 'delete'
    | 'delete-tree'
    | 'remove'
    | 'read'
    | 'write'
    | 'open'
    | 'perl-open'
    | 'copy'
    | 'move'
    | 'chmod'
    | 'chdir'
    | 'fetch'
    | 'host'
    | 'eval'
    | 'load'
    | 'dynamic'
  readonly at: number | 'of'
}

type Table = Readonly<Partial<Record<`${Sink['does']}${'' | '@1' | '@of'}`, string>>>

/** A path that begins with `*.` stands for any receiver. */
const TABLES: Readonly<Record<Exclude<Family, 'awk' | 'applescript'>, Table>> = {
  python: {
    shell:
      'os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput commands.getstatusoutput asyncio.create_subprocess_shell *.system *.popen *.getoutput *.getstatusoutput *.create_subprocess_shell',
    argv: 'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen pty.spawn *.check_output *.check_call *.Popen pexpect.spawn pexpect.run',
    words: 'asyncio.create_subprocess_exec *.create_subprocess_exec',
    exec: 'os.execv os.execve os.execvp os.execvpe os.execl os.execle os.execlp os.execlpe os.posix_spawn os.posix_spawnp',
    'exec@1': 'os.spawnv os.spawnve os.spawnvp os.spawnvpe os.spawnl os.spawnle os.spawnlp os.spawnlpe',
    delete: 'os.remove os.unlink os.rmdir os.removedirs',
    'delete@of': 'Path().unlink Path().rmdir',
    'delete-tree': 'shutil.rmtree *.rmtree distutils.dir_util.remove_tree',
    read: 'pathlib.Path().read io.open_code fileinput.input linecache.getlines os.open numpy.loadtxt pandas.read_csv os.listdir os.scandir',
    'read@of': 'Path().read_text Path().read_bytes',
    'write@of': 'Path().write_text Path().write_bytes Path().touch *.write_text *.write_bytes',
    write: 'os.truncate os.mkfifo',
    'write@1': 'os.symlink os.link',
    open: 'open io.open codecs.open builtins.open gzip.open bz2.open lzma.open os.fdopen aiofiles.open',
    'open@of': 'Path().open',
    copy: 'shutil.copy shutil.copyfile shutil.copy2 shutil.copytree shutil.copymode',
    move: 'shutil.move os.rename os.replace os.renames',
    chmod: 'os.chmod',
    chdir: 'os.chdir',
    fetch:
      'urllib.request.urlopen urllib.request.urlretrieve urllib2.urlopen urllib.urlopen urllib.urlretrieve *.urlopen *.urlretrieve requests.get requests.post requests.put requests.patch requests.delete requests.head httpx.get httpx.post httpx.put httpx.patch httpx.delete httpx.head httpx.stream',
    'fetch@1': 'requests.request httpx.request',
    host: 'http.client.HTTPConnection http.client.HTTPSConnection httplib.HTTPConnection httplib.HTTPSConnection socket.create_connection *.create_connection socket.socket().connect smtplib.SMTP ftplib.FTP telnetlib.Telnet',
    eval: 'eval exec builtins.eval builtins.exec compile code.interact timeit.timeit',
    load: '__import__ importlib.import_module importlib.__import__ *.import_module',
    dynamic: 'runpy.run_path ctypes.CDLL ctypes.cdll.LoadLibrary pickle.loads marshal.loads types.FunctionType types.CodeType',
  },
  js: {
    shell: 'child_process.exec child_process.execSync *.execSync shelljs.exec execa.command execa.execaCommand bun.$ Bun.$ zx.$',
    program:
      'child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync *.spawnSync *.execFileSync *.execFile execa.execa execa execa.execaSync cross-spawn cross-spawn.sync Deno.Command',
    argv: 'Bun.spawn Bun.spawnSync bun.spawn bun.spawnSync Deno.run',
    remove: 'fs.rm fs.rmSync fs.rmdir fs.rmdirSync Deno.remove Deno.removeSync *.rmSync *.rmdirSync',
    delete: 'fs.unlink fs.unlinkSync *.unlinkSync',
    'delete-tree':
      'rimraf rimraf.rimraf rimraf.sync rimraf.rimrafSync rimraf.native del del.sync del.deleteAsync del.deleteSync fs-extra.remove fs-extra.removeSync fs-extra.emptyDir fs-extra.emptyDirSync *.removeSync',
    read: 'fs.readFile fs.readFileSync fs.createReadStream fs.readdir fs.readdirSync fs.readlink *.readFileSync *.createReadStream Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync Bun.file fs-extra.readJson fs-extra.readJsonSync fs-extra.readFile fs-extra.readFileSync',
    write:
      'fs.writeFile fs.writeFileSync fs.appendFile fs.appendFileSync fs.createWriteStream fs.truncate fs.truncateSync *.writeFileSync *.appendFileSync *.createWriteStream Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Deno.truncate Bun.write fs-extra.writeFile fs-extra.writeFileSync fs-extra.outputFile fs-extra.outputFileSync fs-extra.writeJson fs-extra.writeJsonSync',
    'write@1': 'fs.symlink fs.symlinkSync fs.link fs.linkSync',
    open: 'fs.open fs.openSync',
    copy: 'fs.copyFile fs.copyFileSync fs.cp fs.cpSync fs-extra.copy fs-extra.copySync Deno.copyFile Deno.copyFileSync *.copyFileSync *.cpSync',
    move: 'fs.rename fs.renameSync fs-extra.move fs-extra.moveSync Deno.rename Deno.renameSync *.renameSync',
    chmod: 'fs.chmod fs.chmodSync Deno.chmod *.chmodSync',
    chdir: 'process.chdir Deno.chdir',
    fetch:
      'fetch http.get http.request https.get https.request axios axios.get axios.post axios.put axios.patch axios.delete axios.head axios.request got got.get got.post undici.request undici.fetch node-fetch WebSocket ws EventSource',
    host: 'net.connect net.createConnection tls.connect Deno.connect',
    eval: 'eval Function vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script vm.compileFunction',
    load: 'require import *.require module.createRequire()() process.getBuiltinModule *._load process.binding process.dlopen',
    dynamic: 'Worker worker_threads.Worker',
  },
  ruby: {
    shell: '',
    perl: 'system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn Process.exec Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline PTY.spawn IO.popen *.system *.popen *.capture2e *.capture3',
    delete:
      'File.delete File.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.safe_unlink FileUtils.rmdir Dir.delete Dir.rmdir Dir.unlink',
    'delete@of': 'Pathname().delete Pathname().unlink Pathname().rmdir Pathname.new().delete Pathname.new().unlink',
    'delete-tree':
      'FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_file rm_rf rm_r *.rm_rf *.rm_r',
    'delete-tree@of': 'Pathname().rmtree Pathname.new().rmtree',
    read: 'File.read IO.read File.readlines IO.readlines File.binread IO.binread File.foreach IO.foreach Dir.children Dir.entries YAML.load_file JSON.load_file CSV.read CSV.foreach',
    'read@of': 'Pathname().read Pathname.new().read',
    write: 'File.write IO.write File.binwrite IO.binwrite FileUtils.touch File.truncate',
    'write@of': 'Pathname().write Pathname.new().write',
    'write@1': 'File.symlink File.link FileUtils.ln_s FileUtils.ln_sf FileUtils.ln',
    open: 'File.open File.new IO.open open Kernel.open',
    copy: 'FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.copy_file FileUtils.install IO.copy_stream',
    move: 'File.rename FileUtils.mv FileUtils.move',
    chdir: 'Dir.chdir FileUtils.cd FileUtils.chdir',
    fetch:
      'Net.HTTP.get Net.HTTP.get_response Net.HTTP.post Net.HTTP.post_form Net.HTTP.get_print URI.open OpenURI.open_uri HTTParty.get HTTParty.post Faraday.get Faraday.post RestClient.get RestClient.post',
    host: 'Net.HTTP.start Net.HTTP.new TCPSocket.new TCPSocket.open Socket.tcp',
    eval: 'eval Kernel.eval instance_eval *.instance_eval *.class_eval *.module_eval class_eval binding.eval',
    load: '*.const_get',
    dynamic: 'load Fiddle.dlopen Marshal.load',
  },
  perl: {
    perl: 'system exec CORE.system CORE.exec POSIX.system IPC.Open3.open3 IPC.Run.run capture capturex systemx',
    shell: 'readpipe qx',
    delete: 'unlink rmdir CORE.unlink POSIX.unlink POSIX.remove',
    'delete-tree': 'rmtree remove_tree File.Path.rmtree File.Path.remove_tree *.remove_tree *.rmtree pathrmdir',
    'delete@of': 'path().remove',
    'perl-open': 'open CORE.open sysopen',
    read: 'read_file File.Slurp.read_file slurp opendir read_text',
    write: 'write_file File.Slurp.write_file truncate append_file write_text',
    'write@1': 'symlink link',
    copy: 'copy File.Copy.copy File.Copy.cp cp',
    move: 'move rename File.Copy.move File.Copy.mv mv',
    chdir: 'chdir',
    fetch: 'get getprint getstore head mirror LWP.Simple.get LWP.Simple.getprint LWP.Simple.getstore LWP.Simple.mirror',
    eval: 'eval',
    dynamic: 'do syscall',
  },
  php: {
    shell: 'exec shell_exec system passthru popen',
    argv: 'proc_open',
    program: 'pcntl_exec',
    delete: 'unlink rmdir',
    read: 'file_get_contents file readfile fpassthru scandir parse_ini_file show_source highlight_file simplexml_load_file',
    write: 'file_put_contents touch',
    'write@1': 'symlink link move_uploaded_file',
    open: 'fopen',
    copy: 'copy',
    move: 'rename',
    chmod: 'chmod',
    chdir: 'chdir',
    fetch: 'curl_init get_headers',
    host: 'fsockopen pfsockopen stream_socket_client',
    eval: 'eval assert create_function',
    dynamic: 'dl',
    load: 'call_user_func call_user_func_array include include_once require require_once',
  },
  lua: {
    shell: 'os.execute io.popen',
    delete: 'os.remove',
    move: 'os.rename',
    open: 'io.open',
    read: 'io.lines',
    eval: 'load loadstring',
    dynamic: 'package.loadlib',
  },
  r: {
    shell: 'system shell shell.exec base.system pipe',
    program: 'system2 processx.run base.system2',
    remove: 'unlink base.unlink fs.dir_delete',
    delete: 'file.remove fs.file_delete',
    read: 'readLines read.csv read.table readRDS scan readChar load read.delim file.show jsonlite.fromJSON',
    'write@1': 'writeLines write.csv write.table saveRDS write dput',
    copy: 'file.copy',
    move: 'file.rename',
    open: 'file',
    chdir: 'setwd',
    fetch: 'download.file url curl.curl httr.GET httr.POST utils.download.file ',
    eval: 'eval base.eval',
    dynamic: 'dyn.load',
  },
  haskell: {
    shell: 'system callCommand shell spawnCommand readCreateProcess',
    program: 'rawSystem callProcess readProcess readProcessWithExitCode spawnProcess proc',
    delete: 'removeFile removeDirectory',
    'delete-tree': 'removeDirectoryRecursive removePathForcibly',
    read: 'readFile',
    write: 'writeFile appendFile',
    move: 'renameFile renameDirectory renamePath',
    copy: 'copyFile',
    chdir: 'setCurrentDirectory',
    dynamic: 'unsafePerformIO',
  },
}

const SINKS: ReadonlyMap<string, ReadonlyMap<string, Sink>> = new Map(
  Object.entries(TABLES).map(([family, table]) => [
    family,
    new Map(
      Object.entries(table).flatMap(([key, paths]) => {
        const [does = '', place] = key.split('@')
        const at = place === 'of' ? 'of' : Number(place ?? 0)
        return paths
          .split(' ')
          .filter(path => path !== '')
          .map(path => [path, { does: does as Sink['does'], at }] as const)
      }),
    ),
  ]),
)

/** What calling `path` does; undefined: nothing that is known. Its last two names count, or its last where the name is rare. */
export function sinkOf(family: Family, path: string): Sink | undefined {
  const sinks = SINKS.get(family)
  if (sinks === undefined) return undefined
  const whole = sinks.get(path)
  if (whole !== undefined) return whole
  const last = path.lastIndexOf('.')
  if (last < 0) return undefined
  const name = path.slice(last + 1)
  // Haskell has one name for a function, however its module is written.
  const plain = family === 'haskell' ? sinks.get(name) : undefined
  return plain ?? sinks.get(path.slice(path.lastIndexOf('.', last - 1) + 1)) ?? sinks.get(`*.${name}`)
}
