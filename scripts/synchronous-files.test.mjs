import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup/paths.mjs'

/**
 * Synchronous calls on files hold up everything in main until the file system answers, which a pipe or a dead mount never does. So
 * files that main did not write itself are read by `main/foreign`; what is left is named here, each with its reason.
 */
const reasons = {
  foreign: 'the thread for foreign files itself',
  worker: 'runs in a worker thread, opens foreign files by openRegularFile',
  command: 'a command-line tool of its own, without a window that could stop',
  helper: 'a helper process of its own',
  own: 'files that main or a worker of ours wrote, in a folder of the user',
  kernel: 'answered by the kernel itself: /proc, /sys',
  system: 'read-only files of the operating system and of installed .NETs, which only root or the user can replace',
  sockets: 'looks for sockets in our own temporary folder, and listens there',
  ownDump:
    'changes the mode of a dump by its descriptor, which has to be opened here; never follows links or waits for pipes',
}

/** @type {Readonly<Record<string, keyof typeof reasons>>} */
const allowed = {
  'app/graphics.ts': 'system',
  'app/login-item.ts': 'own',
  'app/window/windowless.ts': 'command',
  'demo/demo-controller.ts': 'own',
  'demo/demo-endpoint.ts': 'kernel',
  'demo/scripted-runtime/scripted-runtime.ts': 'helper',
  'diagnostics/dumps/made-file.ts': 'ownDump',
  'diagnostics/launch/output-file.ts': 'own',
  'diagnostics/ports/find-local-pid.ts': 'kernel',
  'diagnostics/processes/exit-traces.ts': 'sockets',
  'diagnostics/rules/rule-claim.ts': 'sockets',
  'foreign/answer-question.ts': 'foreign',
  'foreign/inside-root.ts': 'foreign',
  'foreign/open-regular.ts': 'foreign',
  'inspect/print.ts': 'command',
  'inspect/read-trace.ts': 'command',
  'machines/abandoned-folders.ts': 'sockets',
  'machines/askpass.ts': 'sockets',
  'machines/far-relay.ts': 'sockets',
  'machines/fifo.ts': 'own',
  'machines/link-folder.ts': 'sockets',
  'machines/ssh-link.ts': 'sockets',
  'os/atomic-file.ts': 'own',
  'os/linux/linux-system.ts': 'kernel',
  'os/linux/linux-thread-cpu.ts': 'kernel',
  'os/linux/own-descriptors.ts': 'kernel',
  'os/linux/proc-files.ts': 'kernel',
  'os/linux/runtime-threads.ts': 'kernel',
  'os/private-folder.ts': 'own',
  'os/process-alive.ts': 'kernel',
  'os/process-group.ts': 'kernel',
  'os/user-table.ts': 'system',
  'storage/application-key.ts': 'own',
  'storage/instance-folder.ts': 'own',
  'storage/json-file.ts': 'own',
  'transport/discovery-unix.ts': 'sockets',
  'transport/listener.ts': 'sockets',
  'transport/socket-folder.ts': 'sockets',
  'transport/socket-path.ts': 'sockets',
  'watchdog/inherited-descriptors.ts': 'helper',
  'watchdog/stand-in.ts': 'helper',
  'watchdog/watchdog-process.ts': 'helper',
  'watchdog/watchdog.ts': 'own',
  'workers/case/zip-files.ts': 'worker',
  'workers/recorder/sidecar-file.ts': 'worker',
  'workers/recorder/symbols-file.ts': 'worker',
  'workers/unfinished-files.ts': 'worker',
}

/** What asks by Node's own threads, of which there are four: a disk that does not answer takes one away for each file. */
/** @type {Readonly<Record<string, keyof typeof reasons>>} */
const allowedPromises = {
  'diagnostics/cases/case-state.ts': 'own',
  'diagnostics/cases/collect/collect-unattended.ts': 'command',
  'diagnostics/cases/collect/recover-flight.ts': 'own',
  'diagnostics/dumps/compress-dump.ts': 'own',
  'diagnostics/dumps/far/fetch-part.ts': 'own',
  'diagnostics/files/files-beside.ts': 'own',
  'diagnostics/files/free-path.ts': 'own',
  'diagnostics/recordings/flight/flight-file.ts': 'own',
  'diagnostics/recordings/flight/flight-names.ts': 'own',
  'diagnostics/recordings/flight/restore-flight.ts': 'own',
  'diagnostics/recordings/names/symbols-beside.ts': 'own',
  'diagnostics/recordings/recording-ending.ts': 'own',
  'diagnostics/recordings/recording-files.ts': 'own',
  'diagnostics/rules/kept-place.ts': 'own',
  'diagnostics/rules/rule-actions.ts': 'own',
  'diagnostics/rules/rule-room.ts': 'own',
  'foreign/foreign-files.ts': 'foreign',
  'os/atomic-file.ts': 'own',
  'transport/discovery-pipes.ts': 'kernel',
  'workers/dump-reader/dotnet-installs.ts': 'system',
  'workers/dump-reader/trusted-folder.ts': 'system',
  'workers/exports/merged-export.ts': 'own',
  'workers/recorder/sidecar-file.ts': 'own',
}

const calls =
  /\b(?:readFile|stat|lstat|exists|open|read|readdir|opendir|realpath|readlink|access|statfs|mkdir|mkdtemp|rm|rmdir|unlink|rename|writeFile|appendFile|write|copyFile|cp|link|symlink|chmod|fchmod|chown|truncate|ftruncate|utimes|fsync|fdatasync)Sync\b/

const promises =
  /\bfs\.promises\s*\.(?:readFile|stat|lstat|open|readdir|opendir|realpath|readlink|access|statfs|copyFile)\b|(?<!\.)\bcreateReadStream\(|\bfs\.createReadStream\(|from 'node:fs\/promises'/

const mainFolder = path.join(root, 'main')
const files = fs
  .readdirSync(mainFolder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'))

/** Files of the workers' room that main loads: hosts, clients, and what both sides use. The rest runs in threads. */
const loadedByMain = loadedFrom('index.ts')
const runsInMain = (/** @type {string} */ file) => !file.startsWith('workers/') || loadedByMain.has(file)

test('main makes no synchronous calls on files, whether they read or change something, outside the places that are named', () => {
  expect(files.length).toBeGreaterThan(200)
  expect([...loadedByMain].filter((file) => file.startsWith('workers/')).length).toBeGreaterThan(20)
  const refused = files.filter((file) => runsInMain(file) && allowed[file] === undefined && calls.test(read(file)))
  expect(refused).toEqual([])
})

test('nor asks Node’s four threads about files outside the places that are named', () => {
  /** The files of the page, the log, settings: of ours. The command line has no window that could stop. */
  const rooms = ['app/', 'case/', 'logging/', 'storage/']
  const asking = files.filter((file) => runsInMain(file) && !rooms.some((room) => file.startsWith(room)))
  expect(asking.filter((file) => allowedPromises[file] === undefined && promises.test(read(file)))).toEqual([])
})

test('what is named needs to be, and has a reason', () => {
  expect(needless(allowed, calls)).toEqual([])
  expect(needless(allowedPromises, promises)).toEqual([])
})

/**
 * @param {Readonly<Record<string, keyof typeof reasons>>} named
 * @param {RegExp} what
 */
function needless(named, what) {
  return Object.entries(named)
    .filter(([file]) => fs.existsSync(path.join(mainFolder, file)))
    .filter(([file, reason]) => reasons[reason] === undefined || !what.test(read(file)))
}

/** @param {string} file */
function read(file) {
  return fs.readFileSync(path.join(mainFolder, file), 'utf8')
}

/**
 * Itself and all that it imports, directly or not, and not only for types.
 * @param {string} entry
 */
function loadedFrom(entry) {
  /** @type {Set<string>} */
  const loaded = new Set()
  const left = [entry]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (loaded.has(file) || file.startsWith('..')) continue
    loaded.add(file)
    const imported = read(file).matchAll(
      /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'|^import '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    )
    for (const [, one, two, three] of imported)
      left.push(path.posix.normalize(path.posix.join(path.posix.dirname(file), one ?? two ?? three ?? '')))
  }
  return loaded
}
