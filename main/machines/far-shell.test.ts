import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { pause } from '../os/pause.ts'
import { textOf } from './far-replies.ts'
import { FarShell, type FarFault } from './far-shell.ts'

const answerOf = (nonce: string, text: string): string => `${nonce} awake\n${nonce} part\n${text}\n${nonce} end\n`

/** A far side that the test answers for. */
function shell() {
  const input = new PassThrough()
  const output = new PassThrough()
  const faults: FarFault[] = []
  const far = new FarShell(input, output, (fault) => void faults.push(fault))
  input.read()
  const nonces = (): readonly string[] => {
    const text = `${input.read() ?? ''}`
    return text.split('\n').flatMap((line) => line.split(' ')[1] ?? [])
  }
  return { far, output, faults, nonces }
}

describe('the far shell', () => {
  it('gets several requests at once, and each has the answer that came in its turn', async () => {
    const { far, output, nonces } = shell()
    const asked = ['a', 'b', 'c'].map(() => far.ask('beat', [], 1000))
    const answers = nonces().map((nonce, index) => answerOf(nonce, `text ${index}`))
    output.write(`Welcome!\n${answers.join('')}`)
    const replies = await Promise.all(asked)
    expect(replies.map((reply) => reply.ok && textOf(reply.value, 'part'))).toEqual(['text 0', 'text 1', 'text 2'])
  })

  it('reads answers that arrive byte by byte', async () => {
    const { far, output, nonces } = shell()
    const asked = [far.ask('beat', [], 1000), far.ask('beat', [], 1000)]
    const bytes = nonces()
      .map((nonce, index) => answerOf(nonce, `text ${index}`))
      .join('')
    for (const byte of bytes) output.write(byte)
    const replies = await Promise.all(asked)
    expect(replies.map((reply) => reply.ok && textOf(reply.value, 'part'))).toEqual(['text 0', 'text 1'])
  })

  it('tells how long the last answer took, or how long one is awaited already', async () => {
    const { far, output, nonces } = shell()
    expect(far.answerMs).toBeNull()
    const first = far.ask('beat', [], 1000)
    await pause(60)
    expect(far.answerMs).toBeGreaterThanOrEqual(50)
    output.write(answerOf(nonces()[0] ?? '', ''))
    await first
    expect(far.answerMs).toBe(far.lastRoundTripMs)
    const second = far.ask('beat', [], 10_000)
    const slowerMs = (far.lastRoundTripMs ?? 0) + 50
    await expect.poll(() => far.answerMs, { interval: 10 }).toBeGreaterThan(slowerMs)
    output.write(answerOf(nonces()[0] ?? '', ''))
    await second
  })

  it('has no more than 32 requests on their way', async () => {
    const { far, output, nonces } = shell()
    const asked = Array.from({ length: 40 }, () => far.ask('beat', [], 1000))
    const first = nonces()
    expect(first).toHaveLength(32)
    output.write(first.map((nonce) => answerOf(nonce, '')).join(''))
    await pause(20)
    const rest = nonces()
    expect(rest).toHaveLength(8)
    output.write(rest.map((nonce) => answerOf(nonce, '')).join(''))
    expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true)
  })

  it('an answer that does not come ends it, for those that wait behind as well', async () => {
    const { far, output, faults, nonces } = shell()
    const asked = [far.ask('beat', [], 1000), far.ask('beat', [], 30), far.ask('beat', [], 1000)]
    output.write(answerOf(nonces()[0] ?? '', ''))
    const replies = await Promise.all(asked)
    expect(replies.map((reply) => (reply.ok ? 'answered' : reply.error))).toEqual([
      'answered',
      'no-answer',
      'no-answer',
    ])
    expect(faults).toEqual(['no-answer'])
  })

  it('the round trip is that of a request which did not wait for another', async () => {
    const { far, output, nonces } = shell()
    const asked = [far.ask('beat', [], 1000), far.ask('beat', [], 1000)]
    const [one = '', two = ''] = nonces()
    output.write(answerOf(one, ''))
    await asked[0]
    const roundTripMs = far.lastRoundTripMs
    await pause(50)
    output.write(answerOf(two, ''))
    await asked[1]
    expect(far.lastRoundTripMs).toBe(roundTripMs)
  })

  it('an answer of many megabytes ends it', async () => {
    const { far, output, nonces } = shell()
    const asked = far.ask('beat', [], 1000)
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    nonces()
    for (let count = 0; count < 9; count++) output.write(megabyte)
    expect(await asked).toEqual({ ok: false, error: 'too-long' })
  })
})
