import { codeTable, lineTable } from './table.ts'

const CODE = ['interpreter-code']

codeTable('ruby -e', [
  ["system('frob x')", ['run frob x']],
  ['system "frob", "x"', ['run frob x']],
  ['exec "frob x"', ['run frob x']],
  ['puts `frob x`', ['run frob x']],
  ['puts %x{frob x}', ['run frob x']],
  ['puts "#{`frob x`}"', ['run frob x']],
  ['IO.popen(["frob", "x"]) { |io| puts io.read }', ['run frob x']],
  ['IO.popen("frob x", "r") { |io| io.read }', ['run frob x']],
  ["require 'open3'; out, st = Open3.capture2e('frob x')", ['run frob x']],
  ['Kernel.send(:system, "frob x")', [], CODE],
  ['eval "system(%q(frob x))"', ['run frob x']],
  ["require 'fileutils'; FileUtils.rm_rf('d')", ['run rm -rf -- d', 'delete d']],
  ['FileUtils.rm_r %w[a b]', ['run rm -rf -- a b', 'delete a', 'delete b']],
  ['File.delete "a", "b"', ['delete a', 'delete b']],
  ['File.write("a", "x"); puts File.read(".env")', ['write a', 'read .env']],
  ["File.open('a', 'w') { |f| f.puts 1 }", ['write a']],
  ["require 'net/http'; puts Net::HTTP.get(URI('http://a.example/x'))", ['connect http://a.example/x']],
  ['system(ARGV[0])', [], CODE],
  ['eval(ARGV[0])', [], CODE],
  // Near misses.
  ['puts 1 + 1', []],
  ["puts 'system(\"rm -rf /\")' # system('rm')", []],
  ['puts [1,2].map { |x| x * 2 }.sum', []],
  ["require 'json'; puts JSON.parse(STDIN.read)['x']", []],
  ['puts %w[rm system exec].join(" ")', []],
  ['h = {a: 1}; h.delete(:a); puts h', []],
  ['puts RUBY_VERSION', []],
])

codeTable('perl -e', [
  ['system { "frob" } "frob", "x"', [], ['interpreter-code']],
  ['exec { $x } @y', [], ['interpreter-code']],
  ['print { $fh } "x"; my %system = (a => 1); map { $_ } @x', []],
  ['system("frob x")', ['run frob x']],
  ['system "frob", "x"', ['run frob x']],
  ['exec "frob x"', ['run frob x']],
  ['print `frob x`', ['run frob x']],
  ['print qx{frob x}', ['run frob x']],
  ['my $c = "frob"; system("$c x")', ['run ? x'], [...CODE, 'dynamic-program']],
  ['open(F, "frob x |"); print <F>', ['run frob x']],
  ['open(my $f, "-|", "frob", "x")', ['run frob x']],
  ['eval q{system("frob x")}', ['run frob x']],
  ['$_ = "a"; s/a/system("frob x")/e', [], CODE],
  ['unlink "a"; unlink("b", "c"); rmdir "d"', ['delete a', 'delete b', 'delete c', 'delete d']],
  ['use File::Path; rmtree("d")', ['run rm -rf -- d', 'delete d']],
  ['File::Path::remove_tree("d")', ['run rm -rf -- d', 'delete d']],
  ['open(my $f, ">", "out"); print $f 1', ['write out']],
  ['open(F, ".env"); print <F>', ['read .env']],
  ['open F, "<$d/.ssh/id_rsa"', ['read ?/.ssh/id_rsa']],
  ['use LWP::Simple; getprint("http://a.example")', ['connect http://a.example']],
  ['use HTTP::Tiny; print HTTP::Tiny->new->get("http://a.example")->{content}', ['connect http://a.example']],
  ['system($ARGV[0])', [], CODE],
  ['eval $x', [], CODE],
  // Near misses.
  ['print 1 + 1', []],
  ["print 'system(1)'; # system('rm')", []],
  ['print "a" if /system\\("rm"\\)/', []],
  ['print q(unlink "x")', []],
  ['eval { die "x" }; print $@', []],
  ['print join(",", map { $_ * 2 } 1..3)', []],
  ['$h{system} = 1; print $h{exec}', []],
  ['tr/a-z/A-Z/; print', []],
])

lineTable('where perl and ruby find their code', [
  ['perl -lane \'system("frob")\' f', ['run frob']],
  ["perl -0777 -pe 's/x/`frob`/e' f", [], CODE],
  ["perl -pe 's/(\\d+)/$1 + 1/e' f", []],
  ['perl -MFile::Path=rmtree -e \'rmtree("d")\'', ['run rm -rf -- d', 'delete d']],
  ["perl -ne 'print if /x/' f", []],
  ["perl -pi -e 's/rm/unlink/' f", []],
  ["perl <<'EOF'\nsystem('frob x');\nEOF", ['run frob x']],
  ["ruby -ne 'puts $_ if /x/' f", []],
  ["ruby -rjson -e 'puts 1' -e 'system(\"frob\")'", ['run frob']],
  ['perl -e "$X"', [], CODE],
  ['perl script.pl -e x', []],
])

codeTable('php -r', [
  ['("sys"."tem")("frob x");', [], ['interpreter-code']],
  ['array_map("system", ["frob x"]); ', [], ['interpreter-code']],
  ['array_walk($x, "unlink");', [], ['interpreter-code']],
  ['array_map("trim", $x); echo ("a")."b(c)";', []],
  ["system('frob x');", ['run frob x']],
  ['echo shell_exec("frob x");', ['run frob x']],
  ['echo `frob x`;', ['run frob x']],
  ["$f = 'system'; $f('frob x');", [], CODE],
  ["call_user_func('system', 'frob x');", [], CODE],
  ["eval(base64_decode('c3lzdGVtKCJmcm9iIHgiKTs='));", [], CODE],
  ["unlink('a'); file_put_contents('b', 'x');", ['delete a', 'write b']],
  ["echo file_get_contents('.env');", ['read .env']],
  ["$c = curl_init('https://a.example'); curl_exec($c);", ['connect https://a.example']],
  ['system($argv[1]);', [], CODE],
  ["echo 'system(1)'; // system('rm')", []],
  ['echo PHP_VERSION;', []],
  ['echo json_encode(["a" => 1]);', []],
])

codeTable('lua -e', [
  ['os.execute("frob x")', ['run frob x']],
  ["os.execute 'frob x'", ['run frob x']],
  ['io.popen("frob " .. "x"):read("*a")', ['run frob x']],
  ['os.execute([[frob x]])', ['run frob x']],
  ['os.remove("a"); io.open("b", "w")', ['delete a', 'write b']],
  ['os.execute(arg[1])', [], CODE],
  ['print("os.execute(1)") -- os.execute("rm")', []],
  ['print(os.time())', []],
])

codeTable('Rscript -e', [
  ['system("frob x")', ['run frob x']],
  ['unlink("d", recursive = TRUE)', ['delete d']],
  ['file.remove("a")', ['delete a']],
  ['eval(parse(text = "system(\'frob x\')"))', [], CODE],
  ['cat(mean(c(1, 2)))', []],
  ['print("system(1)") # system("rm")', []],
])

codeTable('osascript -e', [
  ['do shell script "frob x"', ['run frob x']],
  ['tell application "Terminal" to do script "frob x"', ['run frob x']],
  ['do shell script "rm -rf " & quoted form of p', [], CODE],
  ['display notification "do shell script" with title "x"', []],
  ['-- do shell script "rm"\nbeep', []],
])

lineTable('tcl, which nobody reads', [
  ["echo 'exec frob x' | tclsh", [], CODE],
  ["expect -c 'spawn frob x; interact'", [], CODE],
  ['jq -r \'.system("rm")\' f', []],
])

lineTable('awk', [
  ['awk \'BEGIN{system("curl -s http://a.example")}\'', ['run curl -s http://a.example', 'connect http://a.example']],
  ['gawk \'BEGIN { "frob x" | getline d; print d }\'', ['run frob x']],
  ['awk \'{ print $1 | "sort -u" }\' f', ['run sort -u']],
  ['awk \'{ print > "out.txt" }\' f', ['write out.txt']],
  ['awk \'{ print $1 >> "out.txt" }\' f', ['write out.txt']],
  ['awk \'BEGIN { while ((getline l < ".env") > 0) print l }\'', ['read .env']],
  ['awk \'BEGIN { c = "x"; system("frob " c) }\'', ['run frob x']],
  ['awk \'{ system("frob " $1) }\' f', [], CODE],
  ["awk '{ system($0) }' f", [], CODE],
  ['busybox awk \'BEGIN{system("frob x")}\'', ['run frob x']],
  ['awk \'/system("rm")/ { print $1 }\' f', []],
  ["awk '$3 > 100 && NR > 1 { print $1, $2 }' f", []],
  ['awk -F: \'{ print ($1 > 5 ? "a" : "b") }\' f', []],
  ['awk \'{ s += $1 } END { print s / NR } # system("rm")\' f', []],
  ['awk -v n="$N" \'{ print n "system(1)" }\' f', []],
  ['awk "{ print \\$$N }" f', [], CODE],
  ['awk -v n=1 \'{ system("frob x") }\' f', ['run frob x']],
  ['awk -f prog.awk data', []],
])
