import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FarRelay, relayCommand, relayToolOf } from './far-relay.ts'

describe('the command of a relay', () => {
  it('is sudo as the owner without a password, a program that is there, and the socket', () => {
    const socket = '/tmp/dotnet-diagnostic-7-8-socket'
    expect(relayCommand('socat', 1001, socket)).toBe(`sudo -n -u '#1001' socat - UNIX-CONNECT:${socket}`)
    expect(relayCommand('nc', 0, socket)).toBe(`sudo -n -u '#0' nc -N -U ${socket}`)
  })

  it.each(['/tmp/a b', '/tmp/a,exec=id', '/tmp/a:b', '/tmp/$(id)', "/tmp/'", 'tmp/a', `/${'a'.repeat(107)}`])(
    'there is none for %s',
    (socket) => {
      expect(relayCommand('socat', 1001, socket)).toBeNull()
    },
  )

  it('socat comes before nc, and an nc that can’t connect to sockets is none', () => {
    expect(relayToolOf('sudo\nsocat\nnc\nnc-unix')).toBe('socat')
    expect(relayToolOf('sudo\nnc\nnc-unix')).toBe('nc')
    expect(relayToolOf('sudo\nnc')).toBeNull()
  })
})

/** `sh -c` stands for ssh, and the command for what it would run. */
describe('a relay', () => {
  let folder: string
  let relay: FarRelay | null = null
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-relay-'))
  })
  afterEach(() => {
    relay?.dispose()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  async function connected(command: string): Promise<{ readonly socket: net.Socket; readonly here: FarRelay }> {
    const options = { program: 'sh', arguments: ['-c'], command, localPath: path.join(folder, 'r') }
    const opened = await FarRelay.open(options)
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const here = (relay = opened.value)
    const socket = net.connect(here.localPath)
    await once(socket, 'connect')
    return { socket, here }
  }

  it('passes bytes both ways', async () => {
    const { socket, here } = await connected('cat')
    socket.write('hello')
    expect(`${(await once(socket, 'data'))[0]}`).toBe('hello')
    expect(here.refusal).toBeNull()
    socket.destroy()
  })

  it('reports what the command said when it was refused', async () => {
    const { socket, here } = await connected('sh -c "echo sudo: a password is required >&2; exit 1"')
    socket.resume()
    await once(socket, 'close')
    await here.whenRefused
    expect(here.refusal).toBe('sudo: a password is required')
  })

  it('doesn’t start a refused command again', async () => {
    const tries = path.join(folder, 'tries')
    const { socket, here } = await connected(`sh -c 'echo try >> ${tries}; exit 1'`)
    socket.resume()
    await here.whenRefused
    const again = net.connect(here.localPath)
    again.resume()
    await once(again, 'close')
    expect(fs.readFileSync(tries, 'utf8')).toBe('try\n')
    expect(here.refusal).toBe('The command ended with code 1.')
  })

  it('is refused also when the output ends before the command does', async () => {
    const { socket, here } = await connected('sh -c "echo not allowed >&2; exec >&-; sleep 0.2; exit 1"')
    socket.resume()
    await here.whenRefused
    expect(here.refusal).toBe('not allowed')
  })

  it('a connection that Pipescope closes before a byte came isn’t a refusal', async () => {
    const { socket, here } = await connected('sleep 600')
    socket.destroy()
    const next = net.connect(here.localPath)
    await once(next, 'connect')
    next.destroy()
    expect(here.refusal).toBeNull()
  })

  it('once it worked, a session that ssh could not open isn’t a refusal', async () => {
    const worked = path.join(folder, 'worked')
    const script = `sh -c 'test -e ${worked} && exit 255; echo > ${worked}; echo hello; cat'`
    const { socket, here } = await connected(script)
    await once(socket, 'data')
    const next = net.connect(here.localPath)
    next.resume()
    await once(next, 'close')
    expect(here.refusal).toBeNull()
    socket.destroy()
  })

  it('ends the command when the connection is closed', async () => {
    const pidFile = path.join(folder, 'pid')
    const { socket } = await connected(`sh -c 'echo $$ > ${pidFile}; exec sleep 600'`)
    await expect.poll(() => fs.existsSync(pidFile) && fs.readFileSync(pidFile, 'utf8')).toMatch(/\d+\n/)
    const pid = Number(fs.readFileSync(pidFile, 'utf8'))
    socket.destroy()
    await expect.poll(() => fs.existsSync(`/proc/${pid}`)).toBe(false)
  })

  it('says why it can’t listen', async () => {
    const localPath = path.join(folder, 'missing', 'r')
    const opened = await FarRelay.open({ program: 'sh', arguments: ['-c'], command: 'cat', localPath })
    expect(opened).toMatchObject({ ok: false, error: { kind: 'io', path: localPath } })
  })

  it('closes the connection when the command ends', async () => {
    const { socket } = await connected('true')
    socket.resume()
    await once(socket, 'close')
  })
})
