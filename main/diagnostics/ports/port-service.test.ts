import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { commands } from '../../protocol/commands.ts'
import { encodeAdvertise, encodeDone, encodeProcessInfoReply } from '../../protocol/encode-reply.ts'
import { nothingKnown } from '../processes/directory/target-entry.ts'
import type { Waiting } from './peer-facts.ts'
import { PortService } from './port-service.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'port-service-'))
/** For a loaded machine; it takes milliseconds. */
const sockets: net.Socket[] = []
const watcher = { watch: () => undefined, forget: () => undefined }
const details = { executable: '/srv/app', commandLineBytes: 20 as number | null }
/** Scripted runtimes live in this process; the test says what would be found out about theirs. */
let waiting: Waiting = { isWaiting: true, waitsFor: ['this-port'] }
const service = new PortService({
  watcher,
  onChange: () => undefined,
  detailsOf: () => ({ ...nothingKnown, ...details }),
  look: { identify: () => ({ pid: process.pid, identity: 'verified' }), waiting: () => waiting },
})

afterEach(async () => {
  await service.closeAll(() => false)
  for (const socket of sockets.splice(0)) socket.destroy()
  fs.rmSync(folder, { recursive: true, force: true })
})

const cookieOf = (number: number): string => `0000000${number}-0000-0000-0000-000000000000`

/** A runtime whose program has that name: answers every command on a connection of its own and comes again. */
function come(
  address: string,
  number: number,
  entryAssembly: string,
  targetPid = 0xffff_ff00 + number,
  commandsSeen: string[] = [],
): void {
  const socket = net.connect({ path: address })
  sockets.push(socket)
  socket.on('error', () => undefined)
  const cookie = cookieOf(number)
  socket.write(encodeAdvertise({ cookie, targetPid: BigInt(targetPid) }))
  socket.once('data', (request: Buffer) => {
    commandsSeen.push(request.subarray(16, 18).toString('hex'))
    const isInfo = request.readUInt16BE(16) === commands.ProcessInfo3.code
    const rest = { commandLine: 'x', operatingSystem: 'Linux', architecture: 'x64', runtimeIdentifier: 'linux-x64' }
    const info = { targetPid, cookie, entryAssembly, runtimeVersion: '10.0.0', ...rest }
    socket.end(isInfo ? encodeProcessInfoReply(info, 3) : encodeDone())
    come(address, number, entryAssembly, targetPid, commandsSeen)
  })
}

test('a runtime is matched by the name of its program first, then by the rule for all', async () => {
  const opened = await service.open({
    address: { transport: 'unix', path: path.join(folder, 'p') },
    rule: 'hold',
    nameRules: [
      { pattern: 'MSBuild*', rule: 'resume' },
      { pattern: '*', rule: 'hold' },
    ],
    suspends: true,
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { id, address } = opened.value
  const found = (number: number) => service.list()[0]?.runtimes.find(({ cookie }) => cookie === cookieOf(number))
  come(address, 1, 'MSBuild.Node')
  await expect.poll(() => found(1)?.phase).toBe('running')
  expect(found(1)?.decided).toEqual({ rule: 'resume', pattern: 'MSBuild*' })
  come(address, 2, 'MyApp')
  await expect.poll(() => found(2)?.decided).toEqual({ rule: 'hold', pattern: '*' })
  expect(found(2)?.phase).toBe('waiting')
  // For those that come from now on; who waits goes on waiting.
  service.setNameRules(id, [])
  come(address, 3, 'MSBuild.Node')
  await expect.poll(() => found(3)?.decided).toEqual({ rule: 'hold', pattern: null })
  expect(found(2)?.phase).toBe('waiting')
  expect(service.setNameRules('nowhere', [])).toMatchObject({ ok: false, error: { kind: 'not-found' } })
})

test('one that is resumed immediately is not queried: its version comes from the process list, and stays after it exits', async () => {
  fs.mkdirSync(folder, { recursive: true })
  const address = path.join(folder, 'listed')
  // The kernel says which process connects; what it says about itself has to agree.
  const program = `
    const bytes = Buffer.from(process.argv[1], 'hex')
    bytes.writeBigUInt64LE(BigInt(process.pid), 24)
    const come = () => {
      const socket = require('node:net').connect(process.argv[2])
      socket.on('error', () => setTimeout(come, 50))
      socket.write(bytes)
      socket.once('data', () => { socket.end(Buffer.from(process.argv[3], 'hex')); come() })
    }
    come()`
  const advertise = Buffer.from(encodeAdvertise({ cookie: cookieOf(4), targetPid: 0n })).toString('hex')
  const done = Buffer.from(encodeDone()).toString('hex')
  const child = spawn(process.execPath, ['-e', program, advertise, address, done])
  const versions = new Map<string, string>()
  let changeCount = 0
  const listed = new PortService({
    watcher: { watch: () => undefined, forget: () => undefined },
    onChange: () => changeCount++,
    startKeyOf: (pid) => (pid === child.pid ? 'start' : null),
    versionOf: (key) => versions.get(key) ?? null,
  })
  const opened = await listed.open({
    address: { transport: 'unix', path: address },
    rule: 'resume',
    suspends: true,
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  try {
    const found = () => listed.list()[0]?.runtimes[0]
    await expect.poll(() => found()?.phase).toBe('running')
    expect(found()).toMatchObject({ pid: child.pid, identity: 'verified' })
    expect(found()?.runtimeVersion).toBeNull()
    const key = `${String(child.pid)}:start`
    changeCount = 0
    listed.learnt(key)
    expect(changeCount, 'nothing is known yet').toBe(0)
    versions.set(key, '10.0.3')
    // Somebody who asks gets it before the others are told.
    expect(found()?.runtimeVersion).toBe('10.0.3')
    listed.learnt('1:other')
    expect(changeCount, 'another process').toBe(0)
    listed.learnt(key)
    listed.learnt(key)
    expect(changeCount).toBe(1)
    versions.clear()
    expect(found()?.runtimeVersion).toBe('10.0.3')
  } finally {
    child.kill('SIGKILL')
    await listed.closeAll(() => false)
  }
})

test('one that waits because of its own variable is left to the person, says so, and is left alone when the port closes', async () => {
  fs.mkdirSync(folder, { recursive: true })
  waiting = { isWaiting: true, waitsFor: ['default-port'] }
  const address = path.join(folder, 'own')
  const opened = await service.open({ address: { transport: 'unix', path: address }, rule: 'resume', suspends: false })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const commands: string[] = []
  come(address, 5, 'Shop.Web', 7, commands)
  const found = () => service.list().find(({ id }) => id === opened.value.id)?.runtimes[0]
  await expect.poll(() => found()?.name).toBe('Shop.Web')
  expect(found()).toMatchObject({ phase: 'waiting', waitsFor: ['default-port'], decided: null })
  await service.close(opened.value.id)
  expect(commands).toEqual(['0408'])
})

test('one whose command line is too long or unknown is never asked for its name', async () => {
  fs.mkdirSync(folder, { recursive: true })
  waiting = { isWaiting: true, waitsFor: ['this-port'] }
  const address = path.join(folder, 'long')
  const opened = await service.open({ address: { transport: 'unix', path: address }, rule: 'hold', suspends: true })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const commands: string[] = []
  try {
    for (const [index, commandLineBytes] of [32_600, null].entries()) {
      details.commandLineBytes = commandLineBytes
      come(address, 6 + index, 'Shop.Web', 7, commands)
      const found = () => service.list()[0]?.runtimes.find(({ cookie }) => cookie === cookieOf(6 + index))
      await expect.poll(() => found()?.decided?.rule).toBe('hold')
      expect(found()).toMatchObject({ phase: 'waiting', runtimeVersion: null })
    }
    expect(commands).toEqual([])
  } finally {
    details.commandLineBytes = 20
  }
})
