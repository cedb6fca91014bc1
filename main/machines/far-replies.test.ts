import { describe, expect, it } from 'vitest'
import { readLook, readReply, readSockets, readStats, textOf } from './far-replies.ts'

const nonce = 'a1b2c3d4e5f60718293a4b5c'
const numbers = Array.from({ length: 49 }, (_item, index) => index + 1).join(' ')
const stat = (pid: number, name: string): string => `${pid} (${name}) S ${numbers}\n`

describe('answers of the far shell', () => {
  it('are separated by lines with the token of the request, which process data can’t contain', () => {
    const text = `motd\n${nonce} awake\n${nonce} sockets\nw /tmp/a\n${nonce} cmdline\nx\0${'f'.repeat(24)} end\n\n${nonce} end\n`
    const reply = readReply(Buffer.from(text), nonce)
    expect(reply.isAwake).toBe(true)
    expect(textOf(reply, 'sockets')).toBe('w /tmp/a')
    expect(textOf(reply, 'cmdline')).toBe(`x\0${'f'.repeat(24)} end\n`)
  })

  it('without the loop that ends the connection they say so', () => {
    expect(readReply(Buffer.from(`${nonce} asleep\n${nonce} end\n`), nonce).isAwake).toBe(false)
  })

  it('only paths of harmless characters that are named like a socket of a runtime count', () => {
    const lines = [
      'w /tmp/dotnet-diagnostic-41-99-socket',
      'r /tmp/dotnet-diagnostic-42-98-socket',
      'w /tmp/dotnet-diagnostic-43-97-socket:/etc/passwd',
      'w /tmp/../etc/dotnet-diagnostic-44-96-socket',
      'w /tmp/x;y/dotnet-diagnostic-45-95-socket',
      'w tmp/dotnet-diagnostic-46-94-socket',
      `w /${'a'.repeat(120)}/dotnet-diagnostic-47-93-socket`,
      'w /tmp/clr-debug-pipe-48-92-in',
    ]
    expect(readSockets(lines.join('\n'))).toEqual([
      { path: '/tmp/dotnet-diagnostic-41-99-socket', namedPid: 41, startKey: '99' },
      { path: '/tmp/dotnet-diagnostic-42-98-socket', namedPid: 42, startKey: '98' },
    ])
  })

  it('no program name can pass for another process', () => {
    const text = stat(41, 'x\n42 (orders') + stat(43, 'a) S 1 (b') + stat(44, 'plain')
    const stats = readStats(text)
    expect([...stats.keys()]).toEqual([41, 43, 44])
    expect(stats.get(41)?.shortName).toBe('x\n42 (orders')
  })

  it('a stat file that is cut off ends the reading', () => {
    expect(readStats(`${stat(41, 'a')}42 (b) S 1 2 3`).size).toBe(1)
  })

  it('a query returns user, container, links and the owner of the socket', () => {
    const kernel = `${stat(41, 'Orders')}Name:\tOrders\nUid:\t7\t1001\t7\t7\nNSpid:\t41\t9\nvoluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t1\n0::/docker/${'a'.repeat(64)}\n`
    const text =
      `${nonce} awake\n${nonce} kernel\n${kernel}\n${nonce} cmdline\n/srv/Orders\0--x\0\n${nonce} threads\nOrders\n.NET EventPipe\n` +
      `${nonce} links\nsrwx------ 1 1001 1001 0 Nov 25 16:00 /tmp/s\nlrwxrwxrwx 1 0 0 0 Nov 25 16:00 /proc/41/exe -> /srv/Orders\n` +
      `${nonce} owner\ndr-xr-xr-x 9 anna anna 0 Nov 25 16:00 /proc/41\n${nonce} access\nw\ndebugger\n${nonce} end\n`
    expect(readLook(readReply(Buffer.from(text), nonce), 41)).toMatchObject({
      userId: 1001,
      userName: 'anna',
      socketOwnerId: 1001,
      mayConnect: true,
      hasDebuggerPipe: true,
      executable: '/srv/Orders',
      workingFolder: null,
      namespacePids: [41, 9],
      threadNames: ['Orders', '.NET EventPipe'],
      cgroup: expect.stringContaining('docker'),
    })
    expect(readLook(readReply(Buffer.from(text), nonce), 42)).toBeNull()
  })

  it.each([
    ['dr-xr-xr-x 9 www-data www-data 0 Nov 25 16:00 /proc/41', 'www-data'],
    ['dr-xr-xr-x    9 mara     mara             0 Nov 25 16:00 /proc/41', 'mara'],
    ['dr-xr-xr-x    9 www-data www-data         0 Nov 25 16:00 /proc/41', null],
  ])('the owner in “%s” is %s: busybox cuts names after eight characters', (owner, name) => {
    const kernel = `${stat(41, 'Orders')}Name:\tOrders\nUid:\t7\t7\t7\t7\nNSpid:\t41\n`
    const text = `${nonce} awake\n${nonce} kernel\n${kernel}\n${nonce} owner\n${owner}\n${nonce} end\n`
    expect(readLook(readReply(Buffer.from(text), nonce), 41)?.userName).toBe(name)
  })
})
