import type { ProviderSpec, RecordingSpec, StopConditions } from '../model/recording.ts'
import { defaultBufferMB } from './presets.ts'
import { formatArguments } from './provider-spec.ts'
import { quoteShellWord } from './shell-words.ts'

/** What the command line of `dotnet-trace` cannot say. */
export type CommandLoss =
  | 'stacks-off'
  | 'event-filter'
  | 'rundown-keywords'
  | 'size-limit'
  | 'counter-stop'
  | 'event-field'
  | 'argument-comma'
  | 'fraction-of-second'

export interface WrittenCommand {
  readonly text: string
  readonly losses: readonly CommandLoss[]
}

/** The same recording for `dotnet-trace collect` in a POSIX shell. */
export function writeTraceCommand(pid: number, spec: RecordingSpec, stop: StopConditions): WrittenCommand {
  const losses = new Set<CommandLoss>()
  const words = ['dotnet-trace', 'collect', '--process-id', String(pid), '--providers']
  words.push(spec.providers.map((provider) => writeProvider(provider, losses)).join(','))
  if (spec.bufferMB !== defaultBufferMB) words.push('--buffersize', String(spec.bufferMB))
  if (spec.whenFull === 'block') words.push('--buffering-mode', 'Block')
  if (spec.rundown === 'none') words.push('--rundown', 'false')
  else if (spec.rundown !== 'default') losses.add('rundown-keywords')
  if (!spec.stacks) losses.add('stacks-off')
  writeStop(stop, words, losses)
  return { text: words.map(quoteShellWord).join(' '), losses: [...losses] }
}

function writeProvider(provider: ProviderSpec, losses: Set<CommandLoss>): string {
  if (provider.eventFilter !== null) losses.add('event-filter')
  // It parts providers at every comma, also inside quotes (measured).
  if (provider.arguments.some(([key, value]) => key.includes(',') || value.includes(','))) losses.add('argument-comma')
  const head = `${provider.name}:${provider.keywords}:${provider.level}`
  const text = formatArguments(provider.arguments)
  return text === null ? head : `${head}:${text}`
}

function writeStop(stop: StopConditions, words: string[], losses: Set<CommandLoss>): void {
  if (stop.atBytes !== null) losses.add('size-limit')
  if (stop.onCounter !== null) losses.add('counter-stop')
  if (stop.afterMs !== null) {
    if (stop.afterMs % 1000 !== 0) losses.add('fraction-of-second')
    words.push('--duration', formatSpan(Math.max(1, Math.round(stop.afterMs / 1000))))
  }
  if (stop.onEvent === null) return
  const { provider, event, fields } = stop.onEvent
  words.push('--stopping-event-provider-name', provider)
  if (event === null) return
  words.push('--stopping-event-event-name', event)
  const sayable = fields.filter(({ field, value }) => field !== '' && !/[,:]/.test(field + value))
  if (sayable.length < fields.length) losses.add('event-field')
  if (sayable.length > 0)
    words.push('--stopping-event-payload-filter', sayable.map(({ field, value }) => `${field}:${value}`).join(','))
}

/** `dd:hh:mm:ss`. */
function formatSpan(seconds: number): string {
  const parts = [seconds / 86_400, (seconds % 86_400) / 3600, (seconds % 3600) / 60, seconds % 60]
  return parts.map((part) => Math.floor(part).toString().padStart(2, '0')).join(':')
}
