import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimAddress, RuleClaim, type RuleClaimOptions } from './rule-claim.ts'

const claims: RuleClaim[] = []
/** Its address is free again a moment after a test has ended. */
let rule = ''
const applicationKey = (text: string) => `key ${text}`

beforeEach(() => {
  rule = randomUUID()
})

function claim(change: Partial<RuleClaimOptions> = {}): RuleClaim {
  const made = new RuleClaim({ rule, applicationKey, onChange: () => undefined, ...change })
  claims.push(made)
  return made
}

afterEach(() => {
  for (const made of claims.splice(0)) made.end()
})

test('one instance has the claim, the other knows which, and gets it when that one is gone', async () => {
  const first = claim({ pid: 4121 })
  await expect.poll(() => first.isOurs).toBe(true)
  const second = claim()
  await expect.poll(() => second.holder).toEqual({ pid: 4121 })
  expect(second.isOurs).toBe(false)
  first.end()
  await expect.poll(() => second.isOurs).toBe(true)
  expect(second.holder).toBeNull()
})

test('another rule, or that of another installation, is another claim', async () => {
  const all = [claim(), claim({ rule: randomUUID() }), claim({ applicationKey: (text) => `other key ${text}` })]
  await expect.poll(() => all.map(({ isOurs }) => isOurs)).toEqual([true, true, true])
})

test.each([
  ['answers wrongly', (socket: net.Socket) => socket.end('1 a proof of nothing\n')],
  ['does not answer', () => undefined],
  ['never ends its line', (socket: net.Socket) => socket.write('x'.repeat(1000))],
])('another program that has the name and %s can’t keep a rule from working', async (_title, answer) => {
  const stranger = net.createServer((socket) => {
    socket.on('error', () => undefined).resume()
    answer(socket)
  })
  await new Promise<void>((resolve) => stranger.listen(claimAddress({ rule, applicationKey }), resolve))
  const made = claim({ answerMs: 100 })
  await expect.poll(() => made.isOurs).toBe(true)
  made.end()
  await new Promise((resolve) => stranger.close(resolve))
})

const addressOn = (platform: NodeJS.Platform) => claimAddress({ rule: 'r1', applicationKey }, platform)

test('its address is a name of the system, on macOS a socket file', () => {
  expect(addressOn('linux')).toMatch(/^\0pipescope-rule-[0-9a-f]{32}$/)
  expect(addressOn('win32')).toMatch(/^\\\\\.\\pipe\\pipescope-rule-[0-9a-f]{32}$/)
  expect(addressOn('darwin')).toMatch(/^\/.*\/pipescope-rule-[0-9a-f]{32}$/)
})
