import { describe, expect, it } from 'vitest'
import { ok } from '../../shared/base/result.ts'
import { RemoteDiscovery } from './remote-discovery.ts'
import { RemoteSystem } from './remote-system.ts'
import type { SshLink } from './ssh-link.ts'

const socket = '/tmp/dotnet-diagnostic-41-19-socket'
/** The start time is the twentieth after the name and the state. */
const stat = (cpuTicks = 11): string =>
  `41 (Orders) S ${Array.from({ length: 49 }, (_item, index) => (index === 10 ? cpuTicks : index + 1)).join(' ')}\n`
const look = {
  kernel: `${stat()}Name:\tOrders\nUid:\t7\t7\t7\t7\nNSpid:\t41\nnonvoluntary_ctxt_switches:\t1\n`,
  threads: Array.from({ length: 9 }, () => '.NET').join('\n'),
  links: `srw------- 1 7 7 0 Jan 1 00:00 ${socket}`,
  access: 'w',
}

/** A machine whose answers the test sets, and what it was asked. */
function machine() {
  const asked: string[] = []
  const clock = { nowMs: 0 }
  const answers = { parts: {} as Readonly<Record<string, string>> }
  const ask = (request: string, words: readonly (string | number)[] = []) => {
    if (request !== 'wide') asked.push([request, ...words].join(' '))
    const parts = request === 'look' ? look : request === 'wide' ? {} : answers.parts
    const bytes = new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]))
    return Promise.resolve(ok({ isAwake: true, parts: bytes }))
  }
  const link = { isOpen: true, ask, stopForward: () => Promise.resolve() } as unknown as SshLink
  const discovery = new RemoteDiscovery(link, {
    machine: { id: 'ssh:far', name: 'far' },
    system: new RemoteSystem({ isAwake: true, parts: new Map() }, 0),
    now: () => clock.nowMs,
  })
  return { discovery, asked, clock, answers, link }
}

/** The polls, from 0, that asked for figures. */
const readAt = (asked: readonly string[]): readonly number[] =>
  asked
    .filter((line) => line.startsWith('poll'))
    .flatMap((line, index) => (line.startsWith('poll /proc/41/stat /proc') ? [index] : []))

describe('processes of another machine', () => {
  it('are read in turn: new ones at each step, idle ones at every fourth', async () => {
    const { discovery, asked, clock, answers } = machine()
    answers.parts = { sockets: `w ${socket}`, stats: '' }
    await discovery.tick()
    expect([...discovery.endpoints.keys()]).toEqual([`ssh://far${socket}`])
    for (let tick = 1; tick <= 24; tick++) {
      clock.nowMs = tick * 750
      answers.parts = { stats: stat() }
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await discovery.tick()).toBe(false)
    }
    expect(discovery.endpoints.size).toBe(1)
    expect(asked.slice(0, 2)).toEqual(['poll ', `look 41 ${socket}`])
    expect(readAt(asked)).toEqual([1, 7, 15, 23])
  })

  it('are read at every other step while they work', async () => {
    const { discovery, asked, clock, answers } = machine()
    answers.parts = { sockets: `w ${socket}`, stats: '' }
    await discovery.tick()
    for (let tick = 1; tick <= 16; tick++) {
      clock.nowMs = tick * 750
      answers.parts = { stats: stat(tick * 50) }
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await discovery.tick()
    }
    expect(readAt(asked)).toEqual([1, 3, 7, 11, 15])
  })

  it('stay on the list where only the figures of another were asked for', async () => {
    const { discovery, clock, answers } = machine()
    answers.parts = { sockets: `w ${socket}`, stats: '' }
    await discovery.tick()
    // Nothing has changed, and nothing was read.
    answers.parts = {}
    clock.nowMs = 50
    expect(await discovery.tick()).toBe(false)
    expect(discovery.endpoints.size).toBe(1)
  })

  it('leave the list with the poll that says they are gone, figures or not', async () => {
    const { discovery, clock, answers } = machine()
    answers.parts = { sockets: `w ${socket}`, stats: '' }
    await discovery.tick()
    answers.parts = { sockets: '', stats: '' }
    clock.nowMs = 50
    expect(await discovery.tick()).toBe(true)
    expect(discovery.endpoints.size).toBe(0)
  })

  it('are polled at once after a reconnect, because the shell there is another one', async () => {
    const { discovery, asked, clock, answers, link } = machine()
    answers.parts = { sockets: '', stats: '' }
    await discovery.tick()
    discovery.useLink(null)
    discovery.useLink(link)
    clock.nowMs = 750
    await discovery.tick()
    expect(asked).toEqual(['poll ', 'poll '])
  })
})
