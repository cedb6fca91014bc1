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
  system: 'read-only files of the operating system that only root can replace',
  sockets: 'looks for sockets in our own temporary folder, and listens there',
  ownDump:
    'changes the mode of a dump by its descriptor, which has to be opened here; never follows links or waits for pipes',
}

/** @type {Readonly<Record<string, keyof typeof reasons>>} */
const allowed = {
  'app/graphics.ts': 'system',
  'app/login-item.ts': 'own',
  'demo/demo-controller.ts': 'own',
  'demo/demo-endpoint.ts': 'kernel',
  'diagnostics/dumps/made-file.ts': 'ownDump',
  'diagnostics/dumps/compress-dump.ts': 'own',
  'diagnostics/launch/output-file.ts': 'own',
  'diagnostics/ports/find-local-pid.ts': 'kernel',
  'diagnostics/processes/exit-traces.ts': 'sockets',
  'diagnostics/recordings/recording-files.ts': 'own',
  'foreign/answer-question.ts': 'foreign',
  'foreign/inside-root.ts': 'foreign',
  'foreign/open-regular.ts': 'foreign',
  'inspect/read-trace.ts': 'command',
  'machines/abandoned-folders.ts': 'sockets',
  'machines/fifo.ts': 'own',
  'machines/link-folder.ts': 'sockets',
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
  'watchdog/watchdog-process.ts': 'helper',
}
/** Whole rooms whose files run in threads. */
const threads = ['workers/']

const calls =
  /\b(?:readFileSync|statSync|lstatSync|existsSync|openSync|readSync|readdirSync|opendirSync|realpathSync|readlinkSync|accessSync|statfsSync)\b/

const mainFolder = path.join(root, 'main')
const files = fs
  .readdirSync(mainFolder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'))

test('main makes no synchronous calls on files outside the places that are named', () => {
  expect(files.length).toBeGreaterThan(200)
  const refused = files.filter((file) => {
    if (allowed[file] !== undefined || threads.some((room) => file.startsWith(room))) return false
    return calls.test(fs.readFileSync(path.join(mainFolder, file), 'utf8'))
  })
  expect(refused).toEqual([])
})

test('what is named needs to be, and has a reason', () => {
  const named = Object.entries(allowed).filter(([file]) => fs.existsSync(path.join(mainFolder, file)))
  const needless = named.filter(([file, reason]) => {
    const text = fs.readFileSync(path.join(mainFolder, file), 'utf8')
    return reasons[reason] === undefined || !calls.test(text)
  })
  expect(needless).toEqual([])
})

test('promises of node:fs are no way round it: they share four threads', () => {
  /** Files of ours, and the checksum of a saved file. */
  const named = ['app/', 'logging/', 'storage/', 'workers/']
  const refused = files.filter((file) => {
    if (named.some((room) => file.startsWith(room))) return false
    return /from 'node:fs\/promises'/.test(fs.readFileSync(path.join(mainFolder, file), 'utf8'))
  })
  expect(refused).toEqual([])
})
