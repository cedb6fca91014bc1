import type { CommandError, CommandProblem } from '../../../shared/recording/read-command.ts'
import type { CommandLoss } from '../../../shared/recording/write-command.ts'

const losses: Readonly<Record<CommandLoss, string>> = {
  'stacks-off': 'dotnet-trace can’t turn stacks off.',
  'event-filter': 'dotnet-trace can’t filter by event ID.',
  'rundown-keywords': 'dotnet-trace can’t choose rundown keywords; all symbols are collected.',
  'size-limit': 'dotnet-trace can’t stop at a file size.',
  'counter-stop': 'dotnet-trace can’t stop on a counter.',
  'event-field': 'dotnet-trace can’t match a field value that contains a comma or colon.',
  'argument-comma': 'dotnet-trace splits arguments at commas.',
  'fraction-of-second': 'The duration is rounded to full seconds.',
}

/** What the copied command does not do, one sentence each. */
export function lossWords(found: readonly CommandLoss[]): string {
  return found.map((loss) => losses[loss]).join(' ')
}

const problems: Readonly<Record<CommandProblem, string>> = {
  'open-quote': 'A quote is missing its closing quote',
  'not-dotnet-trace': 'This is not a dotnet-trace command',
  'not-collect': 'Only dotnet-trace collect is supported',
  'unknown-option': 'dotnet-trace collect has no such option',
  'missing-value': 'This option needs a value',
  'bad-number': 'Enter an integer of 1 or more',
  'bad-duration': 'Enter the duration as dd:hh:mm:ss',
  'bad-provider': 'Enter a provider as Name:Keywords:Level:Arguments',
  'bad-keywords': 'Keywords must be hexadecimal',
  'bad-level': 'A level must be 0–5 or a level name',
  'bad-arguments': 'Enter arguments as key=value;key=value',
  'conflicting-arguments': 'The same provider appears twice with arguments',
  'unknown-profile': 'Unknown profile',
  'unknown-clrevent': 'Unknown runtime event group',
  'bad-filter': 'The stopping event is incomplete',
  'bad-choice': 'Not a valid choice',
  'nothing-to-collect': 'This command collects nothing',
}

export function problemWords({ problem, at, word }: CommandError): string {
  const shown = word.length > 60 ? `${word.slice(0, 57)}...` : word
  return `${problems[problem]}${shown === '' ? '' : `: ${shown}`} (at character ${String(at + 1)})`
}
