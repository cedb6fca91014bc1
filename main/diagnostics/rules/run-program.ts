import { spawn } from 'node:child_process'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { argumentNames, type ArgumentName } from '../../../shared/rules/rule.ts'
import { withOwnDescriptorsClosed } from '../../os/linux/own-descriptors.ts'

/** A program that has not ended by then is ended. */
const runsAtMostMs = 10 * 60_000

export type ArgumentValues = Readonly<Record<ArgumentName, string>>

/**
 * A name stands for a whole argument: nothing is put into another text, so that a value from an event is never more than one argument.
 * A null byte would end it early.
 */
export function filledArguments(args: readonly string[], values: ArgumentValues): readonly string[] {
  return args.map((argument) =>
    (argumentNames as readonly string[]).includes(argument)
      ? values[argument as ArgumentName].replaceAll('\0', '')
      : argument,
  )
}

/** Without a shell, with nothing of ours to read or write. Resolves when it has ended. */
export function runProgram(
  program: string,
  args: readonly string[],
  limitMs: number = runsAtMostMs,
): Promise<Result<null, AppError>> {
  if (!path.isAbsolute(program)) return Promise.resolve(err(failed(program, 'EINVAL')))
  return new Promise((resolve) => {
    const child = withOwnDescriptorsClosed(() =>
      spawn(program, [...args], { shell: false, stdio: 'ignore', windowsHide: true, cwd: path.dirname(program) }),
    )
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    const end = (outcome: Result<null, AppError>): void => {
      clearTimeout(timer)
      resolve(outcome)
    }
    child.once('error', (cause: NodeJS.ErrnoException) => end(err(failed(program, cause.code ?? 'unknown'))))
    child.once('exit', (code, signal) =>
      end(code === 0 ? ok(null) : err(failed(program, code === null ? (signal ?? 'ended') : `exit code ${code}`))),
    )
  })
}

function failed(program: string, code: string): AppError {
  return { kind: 'io', operation: 'run', path: program, code }
}
