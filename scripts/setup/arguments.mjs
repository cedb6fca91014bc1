import { parseArgs } from 'node:util'
import { SetupError } from './report.mjs'

/**
 * The arguments of a script. `--help` and what the script does not know end it with its usage, never with a stack.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config as for `parseArgs`
 * @param {string} usage what to type, a line for each way
 * @returns {ReturnType<typeof parseArgs<T>>}
 * @throws {SetupError} with exit code 0 when the usage was asked for, otherwise 64
 */
export function readArguments(config, usage) {
  const { args = process.argv.slice(2) } = config
  if (args.includes('--help')) throw new SetupError(usage, 0)
  try {
    return parseArgs(config)
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 64)
  }
}
