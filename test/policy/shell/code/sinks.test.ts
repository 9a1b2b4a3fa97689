// biome-ignore-all lint/suspicious/noTemplateCurlyInString: JavaScript's own templates
import { expect, it } from 'vitest'
import { evaluateCommand } from '../../../../policy/shell/evaluate.ts'
import { codeTable, lineTable } from './table.ts'

const CODE = ['interpreter-code']

codeTable('python3 -c', [
  // What a path is asked for, with more behind it.
  ["from pathlib import Path; print(Path('.env').read_text().strip())", ['read .env']],
  ["from pathlib import Path; print(Path('x').read_text('utf8').split())", ['read x']],
  ["from pathlib import Path; print(Path('x').open().read())", ['read x']],
  ["import pathlib; pathlib.Path('x').open(mode='a').write('y')", ['write x']],
  ["from pathlib import Path; Path('x').touch()", ['write x']],
  ["from pathlib import Path; Path('x').symlink_to('y')", ['write x']],
  ["from pathlib import Path; Path('x').chmod(0o777)", ['write x']],
  ["from pathlib import Path; p = Path('x'); p.rename('y')", ['read x', 'delete x', 'write y']],
  ["from pathlib import Path; Path('x').replace('y')", ['read x', 'delete x', 'write y']],
  ["print('x'.replace('a', 'b'))", []],
  // Paths in pieces.
  ["from pathlib import Path; (Path('a') / '/etc/passwd').read_text()", ['read /etc/passwd']],
  ["from pathlib import Path; (Path.home() / '.ssh' / 'id_rsa').read_text()", ['read ~/.ssh/id_rsa']],
  ["from pathlib import Path; Path('a', 'b').read_text(); Path('c').joinpath('d').read_text()", ['read a/b', 'read c/d']],
  ["import os; open(os.path.join('a', 'b', 'c'))", ['read a/b/c']],
  ["import os; open(os.path.join('a', '/b'))", ['read /b']],
  ["import os; open(os.path.join(d, 'b'))", ['read ?']],
  ["open('/'.join(['a', 'b']))", ['read ?']],
  ["n = 'a'; open(f'{n}.txt')", ['read a.txt']],
  ["n = 'a'; n += x; open(f'{n}.txt')", ['read ?.txt']],
  ["open(f'{n!r}.txt')", ['read ?.txt']],
  // Other calls.
  ["import os, operator; operator.methodcaller('system', 'frob')(os)", [], CODE],
  ["import operator; sorted(x, key=operator.attrgetter('name')); map(operator.methodcaller('strip'), x)", []],
  ['import timeit; timeit.timeit(\'import os; os.system("frob x")\')', ['run frob x']],
  ["import os; os.symlink('a', 'b'); os.link('c', 'd')", ['read a', 'write b', 'read c', 'write d']],
  ["import os; os.truncate('a', 0); os.chmod('b', 0o777)", ['write a', 'write b']],
  ["import os; os.renames('a', 'b')", ['read a', 'delete a', 'write b']],
  ["import tarfile; tarfile.open('x.tar'); import zipfile; zipfile.ZipFile('y.zip', 'w')", ['read x.tar', 'write y.zip']],
  ["import pandas as pd; pd.read_csv('x').to_csv('y')", ['read x', 'write y']],
  ["import sys, io; pd.read_csv(sys.stdin); pd.read_csv(io.StringIO('a'))", []],
  ["import sqlite3; sqlite3.connect('x.db')", ['read x.db']],
  ["import asyncio; asyncio.run(asyncio.create_subprocess_exec('frob', 'x'))", ['run frob x']],
  ["from io import open as o; o('.env')", ['read ?']],
  // A list is one up to its end.
  ["import subprocess; subprocess.run(['git'] + ['push', '-f'])", [], CODE],
  ["import subprocess; subprocess.run(['ls'] if x else ['frob'])", [], CODE],
  ["import subprocess\ncmd = ['frob', 'x']\nsubprocess.run(cmd)", ['run frob x']],
  ["import subprocess\ncmd = ['frob', 'x']\ncmd.append('y')\nsubprocess.run(cmd)", [], CODE],
  ["import subprocess\ncmd = ['frob', 'x']\ncmd[0] = y\nsubprocess.run(cmd)", [], CODE],
  ["import subprocess\ncmd = ['frob', 'x']\ny = cmd\ny[0] = 'z'\nsubprocess.run(cmd)", [], CODE],
  // A method of one's own.
  ['class A:\n  def system(self): return 1\nprint(A().system())', []],
  // Out of sight.
  ['().__class__.__bases__[0].__subclasses__()', [], CODE],
  ["import os; d = {'a': os.system}; d['a']('frob')", [], CODE],
  ["exec(bytes.fromhex('6f73').decode())", [], CODE],
  ["vars(os)['sys' + 'tem']('frob')", ['run frob']],
  ["import sys; sys.modules['os'].system('frob')", ['run frob']],
])

codeTable('python3 -c', [
  // Loops over texts.
  ["for f in ['a', 'b']: print(open(f).read())", ['read a', 'read b']],
  ["for f in ('a', 'b'):\n  with open(f) as h: print(h.read())", ['read a', 'read b']],
  ["[print(open(f).read()) for f in ['a', 'b']]", ['read a', 'read b']],
  ["fs = ['a', 'b']\nfor f in fs: open(f)", ['read a', 'read b']],
  ["open('x')\nfor f in ['a', 'b']: open(f'{f}.txt')", ['read x', 'read a.txt', 'read b.txt']],
  [
    "import os\nfor a in ['frob', 'ls']:\n  for b in ['-f', '-l']: os.system(a + ' ' + b)",
    ['run frob -f', 'run frob -l', 'run ls -f', 'run ls -l'],
  ],
  ["import os\nos.remove('x')\nfor f in ['a', 'b']: os.chdir(f); os.remove('x')", ['delete x', 'delete x']],
  // No such loops, or not of these texts alone.
  ["import os\nfor c in ['frob a'] + rest: os.system(c)", [], CODE],
  ["import os\nfor c in (['frob a']) + rest: os.system(c)", [], CODE],
  ["import os\nfor c in ['frob a'] if x else y: os.system(c)", [], CODE],
  ["import os\nfor c in ['frob a'] or y: os.system(c)", [], CODE],
  ["import os\nfor c in ['frob a'].copy(): os.system(c)", [], CODE],
  ["import os\nfor c in (['frob', 'a'], ['frob', 'b']): os.system(c)", [], CODE],
  ["import os\nfor a, c in ['xy', 'zw']: os.system(c)", [], CODE],
  ["import os\nfor c in ['frob a']:\n  c = x\n  os.system(c)", [], CODE],
  ["import os\nfor c in ['frob a']: pass\nfor c in x: os.system(c)", [], CODE],
  [`import os\nfor c in [${"'a',".repeat(40)}]: os.system(c)`, [], CODE],
])

codeTable('node -e', [
  ["require('./.env')", ['read ./.env']],
  ["import data from './x.json' with { type: 'json' }; console.log(data)", ['read ./x.json']],
  ["await import('./x.json', { with: { type: 'json' } })", ['read ./x.json']],
  ["require('fs').symlinkSync('a', 'b')", ['read a', 'write b']],
  ["require('fs').truncateSync('a'); require('fs').chmodSync('b', 0o777)", ['write a', 'write b']],
  ["Deno.rename('a', 'b')", ['read a', 'delete a', 'write b']],
  ["require('got')('https://a.example')", ['connect https://a.example']],
  ["new WebSocket('wss://a.example')", ['connect wss://a.example']],
  ["for (const f of ['a', 'b']) require('fs').unlinkSync(f)", ['delete a', 'delete b']],
  ["for (const f of ['a', 'b'].concat(x)) require('fs').unlinkSync(f)", ['delete ?']],
  ["for (const f of [...x, 'b']) require('fs').unlinkSync(f)", ['delete ?']],
  ["const d = 'a'; require('fs').readFileSync(`${d}/b`)", ['read a/b']],
  ["const path = require('path'); require('fs').readFileSync(path.join('a', 'b'))", ['read a/b']],
  ["const { readFileSync: r } = require('fs'); r('.env')", ['read ?']],
  ["require('fs')[x]('.env')", [], CODE],
  ["module.constructor._load('child_' + y).exec('frob')", [], CODE],
  ["[].constructor.constructor('return process' + x)()", [], CODE],
  ["require('child_process').execSync.call(null, 'frob')", [], CODE],
  ["new (require('vm').Script)(x)", [], CODE],
  ['class A { constructor(x) { this.x = x } }', []],
])

codeTable('ruby -e', [
  ["IO.readlines('x'); File.foreach('y') { |l| puts l }", ['read x', 'read y']],
  ["puts Pathname('x').read", ['read x']],
  ["FileUtils.touch('a'); FileUtils.ln_s('b', 'c')", ['write a', 'read b', 'write c']],
  ["Open3.popen2('frob x')", ['run frob x']],
  ["Object.send(:system, 'frob')", [], CODE],
  ["method(:system).call('frob x')", [], CODE],
])

codeTable('awk', [['{ if ($1 > 5) print > "a"; else print > "b" }', ['write a', 'write b']]])
codeTable('perl -e', [
  ['foreach my $f ("a", "b") { open(F, "<", $f) }', ['read a', 'read b']],
  ['&{"sys"."tem"}("frob")', [], CODE],
])
codeTable('osascript -e', [['do shell script "frob x" with administrator privileges', ['run frob x']]])
codeTable('R -e', [['system("frob x"); readLines("c")', ['run frob x', 'read c']]])
codeTable('rails runner', [["File.delete('x')", ['delete x']]])

lineTable('languages that nobody reads', [
  ["julia -e 'run(`frob x`)'", [], CODE],
  ["elixir -e 'x'", [], CODE],
  ["groovy -e 'x'", [], CODE],
  ["scala -e 'x'", [], CODE],
  ["swift -e 'x'", [], CODE],
  ["crystal eval 'x'", [], CODE],
  ['echo x | jshell', [], CODE],
  ['swift build', []],
  ['scala -version', []],
  ['iex -S mix', []],
  ['rails server', []],
  ['julia --project=. test.jl', []],
])

it('takes no mark of its own from the code', () => {
  const { markers } = evaluateCommand("python3 -c 'open(\ue0000\ue001)'")
  expect(markers.map(marker => marker.kind)).toEqual(CODE)
})
