import { expect, test } from 'vitest'
import { readArguments } from './arguments.mjs'
import { SetupError } from './report.mjs'

const usage = 'usage: npm run fuzz -- [--seed S]'
/** @param {readonly string[]} args */
const read = (...args) =>
  readArguments({ args, options: /** @type {const} */ ({ seed: { type: 'string' } }) }, usage).values

test('arguments that a script knows are read', () => {
  expect(read('--seed', '7')).toEqual({ seed: '7' })
})

test('--help ends a script with its usage and without an error', () => {
  expect(() => read('--seed', '7', '--help')).toThrow(new SetupError(usage, 0))
})

test.each([[['--sed', '7']], [['--seed']], [['seed']]])('%s is answered with the reason and the usage', (args) => {
  const error = /** @type {SetupError} */ (
    (() => {
      try {
        return read(...args)
      } catch (thrown) {
        return thrown
      }
    })()
  )
  expect(error.exitCode).toBe(64)
  expect(error.message).toMatch(/^.+\nusage: npm run fuzz/)
  expect(error.message).not.toContain('node:internal')
})
