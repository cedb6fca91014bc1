import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import { commands } from '../../commands/registry.ts'

/** The record sheet with a question chosen: of the process that the trace is of while it runs, else of one that the person picks. */
export function recordQuestion(presetId: string, { target }: Pick<TraceSummary, 'target'>): void {
  commands.runWith('record.question', { presetId, processName: processName(target.commandLine) })
}

/** As the list of processes names it: the program's file or assembly, without folder and extension; null when the trace has no command line. */
function processName(commandLine: string): string | null {
  const words = commandLine.split(' ')
  const program = words.find((word) => /\.dll$/i.test(word)) ?? words[0] ?? ''
  const name =
    program
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.(?:exe|dll)$/i, '') ?? ''
  return name === '' ? null : name
}
