import path from 'node:path'
import { checklists } from '../../shared/case/checklists.ts'
import { callerPath } from '../inspect/caller-path.ts'
import { type InspectOutput, processOutput } from '../inspect/print.ts'
import { useForeignThread } from '../foreign/foreign-files.ts'
import { CaseHost } from '../workers/case/case-host.ts'
import { openProgram } from './case-program.ts'
import { type CaseCommand, readOptions, usage } from './case-options.ts'
import { collect } from './collect-command.ts'
import { finish } from './finish-command.ts'
import { endReport, readPassword } from './end-report.ts'
import { packageParts } from '../diagnostics/cases/package-parts.ts'
import { errorText } from '../diagnostics/cases/case-words.ts'

export interface CaseFacts {
  readonly version: string
}

/**
 * Everything about a process in one package, without a window, a prompt or a display: `npm run -s case -- --pid N --checklist slow --out
 * FOLDER`, see docs/case.md.
 *
 * Returns the exit code: 0 verified, 2 some steps failed, 1 no package, 64 a wrong command line. The path of the package is the last line
 * of stdout; everything else goes to stderr.
 */
export async function runCase(
  given: readonly string[],
  facts: CaseFacts,
  io: InspectOutput = processOutput,
): Promise<number> {
  const options = readOptions(given)
  if (!options.ok) {
    io.stderr(`${options.error}\n${usage}\n`)
    return 64
  }
  return run(options.value, facts, io)
}

async function run(command: CaseCommand, facts: CaseFacts, io: InspectOutput): Promise<number> {
  switch (command.kind) {
    case 'help':
      io.stdout(`${usage}\n`)
      return 0
    case 'list':
      for (const { id, title, text } of checklists) io.stdout(`${id.padEnd(10)}${title}: ${text}\n`)
      return 0
    case 'verify':
      return verify(command, io)
    case 'finish':
    case 'collect': {
      useForeignThread({ workerPath: path.join(__dirname, 'foreign.cjs') })
      const program = openProgram(__dirname, facts.version, io)
      try {
        return command.kind === 'collect' ? await collect(command, program) : await finish(command, program)
      } finally {
        await program.close()
      }
    }
  }
}

async function verify(command: CaseCommand & { readonly kind: 'verify' }, io: InspectOutput): Promise<number> {
  const password = await readPassword(command.passwordFile)
  if (!password.ok) {
    io.stderr(`${password.error}\n`)
    return 64
  }
  const host = new CaseHost(path.join(__dirname, 'case-files.cjs'))
  try {
    const file = callerPath(command.file)
    const paths = await packageParts(file)
    const verified = await host.ask('verify', { paths, password: password.value })
    if (!verified.ok) {
      io.stderr(`Couldn't verify ${file}: ${errorText(verified.error)}\n`)
      if (command.isJson) io.stdout(`${JSON.stringify({ error: verified.error })}\n`)
      return 1
    }
    io.stdout(command.isJson ? `${JSON.stringify(verified.value)}\n` : endReport(verified.value))
    return verified.value.isVerified ? 0 : 1
  } finally {
    await host.close()
  }
}
