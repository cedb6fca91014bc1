import type { CommandError, CommandProblem } from '../../../shared/recording/read-command.ts'
import type { CommandLoss } from '../../../shared/recording/write-command.ts'

const losses: Readonly<Record<CommandLoss, string>> = {
  'stacks-off': 'stacks cannot be turned off there',
  'event-filter': 'event ids cannot be chosen there',
  'rundown-keywords': 'names cannot be chosen there, all are collected',
  'size-limit': 'it cannot stop at a size',
  'counter-stop': 'it cannot stop by a counter',
  'event-field': 'a field with a comma or colon cannot be waited for',
  'argument-comma': 'an argument with a comma is taken apart there',
  'fraction-of-second': 'the time is rounded to whole seconds',
}

/** One sentence about what the copied command does not do. */
export function lossWords(found: readonly CommandLoss[]): string {
  const text = found.map((loss) => losses[loss]).join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const problems: Readonly<Record<CommandProblem, string>> = {
  'open-quote': 'A quote is opened and never closed',
  'not-dotnet-trace': 'This is not a dotnet-trace command',
  'not-collect': 'Only dotnet-trace collect can be read',
  'unknown-option': 'dotnet-trace collect has no such option',
  'missing-value': 'This option needs a value',
  'bad-number': 'A whole number of 1 or more is needed',
  'bad-duration': 'The duration must look like dd:hh:mm:ss',
  'bad-provider': 'A provider must look like Name:Keywords:Level:Arguments',
  'bad-keywords': 'Keywords are hexadecimal',
  'bad-level': 'A level is 0 to 5, or its name',
  'bad-arguments': 'Arguments must look like key=value;key=value',
  'conflicting-arguments': 'The same provider is named twice with arguments',
  'unknown-profile': 'There is no such profile',
  'unknown-clrevent': 'There is no such group of runtime events',
  'bad-filter': 'The stopping event is not complete',
  'bad-choice': 'That is not one of the choices',
  'nothing-to-collect': 'Nothing would be collected',
}

export function problemWords({ problem, at, word }: CommandError): string {
  const shown = word.length > 60 ? `${word.slice(0, 57)}...` : word
  return `${problems[problem]}${shown === '' ? '' : `: ${shown}`} (at character ${String(at + 1)})`
}
