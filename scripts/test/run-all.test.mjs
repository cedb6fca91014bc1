import { expect, test } from 'vitest'
import { asOne } from './run-check.mjs'
import { runAll } from './run-all.mjs'

/**
 * @param {string} name
 * @param {Partial<import('./run-check.mjs').Check>} [more]
 * @returns {import('./run-check.mjs').Check}
 */
const check = (name, more = {}) => ({ name, commands: [], isCounting: false, limitMinutes: 1, ...more })
const beside = { isBeside: true }

/** Begins and ends checks by hand, and has what happened in its order. */
class Bench {
  /** @type {string[]} */
  begun = []
  /** @type {Map<string, () => void>} */
  #ends = new Map()

  /** @param {import('./run-check.mjs').Check} one */
  run = ({ name }) => {
    this.begun.push(name)
    return new Promise((resolve) => this.#ends.set(name, () => resolve(asOne(true, name))))
  }

  /** @param {string} name */
  async end(name) {
    this.#ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('checks run one after the other, and one beside holds none of them up', async () => {
  const bench = new Bench()
  const all = runAll([check('a', beside), check('b'), check('c')], bench.run)
  await bench.end('')
  expect(bench.begun).toEqual(['a', 'b'])
  await bench.end('b')
  expect(bench.begun).toEqual(['a', 'b', 'c'])
  await bench.end('c')
  await bench.end('a')
  expect(await all).toHaveLength(3)
})

test('one beside that waits for another lets the next one begin', async () => {
  const bench = new Bench()
  const all = runAll([check('a', beside), check('b', { ...beside, waitsFor: 'a' }), check('c')], bench.run)
  await bench.end('')
  expect(bench.begun).toEqual(['a', 'c'])
  await bench.end('a')
  expect(bench.begun).toEqual(['a', 'c', 'b'])
  await bench.end('b')
  await bench.end('c')
  expect(await all).toHaveLength(3)
})

test('one that waits for another begins when that has ended', async () => {
  const bench = new Bench()
  const all = runAll([check('a', beside), check('b', { waitsFor: 'a' })], bench.run)
  await bench.end('')
  expect(bench.begun).toEqual(['a'])
  await bench.end('a')
  expect(bench.begun).toEqual(['a', 'b'])
  await bench.end('b')
  expect(await all).toHaveLength(2)
})
