import { performance } from 'node:perf_hooks'

/**
 * What a person sees of the set-up: one line per step with its time, on stderr. Stdout is left for results, so that
 * `npm run -s … > file` holds nothing else.
 */

/** Stops the set-up with a message for the person; never a stack. `exitCode` is what the command ends with. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.name = 'SetupError'
    this.exitCode = exitCode
  }
}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/**
 * Runs one step and says what it did and how long it took.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<{ did: string, value: T }> | { did: string, value: T }} run
 * @returns {Promise<T>}
 */
export async function step(name, run) {
  const startMs = performance.now()
  try {
    const { did, value } = await run()
    say(`  ${name.padEnd(18)} ${did} (${seconds(performance.now() - startMs)})`)
    return value
  } catch (error) {
    say(`  ${name.padEnd(18)} failed (${seconds(performance.now() - startMs)})`)
    throw error
  }
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
}

/**
 * Runs the main function of a script: a SetupError becomes its message and exit code, anything else is a bug of ours and
 * keeps its stack.
 *
 * @param {() => Promise<number | void>} main resolves with the exit code, nothing meaning 0
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    if (error instanceof SetupError) {
      say(`\n${error.message}`)
      process.exitCode = error.exitCode
    } else {
      console.error(error)
      process.exitCode = 1
    }
  }
}
