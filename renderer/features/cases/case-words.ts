import { formatBytes, formatDuration, plainQuantity, quantityText } from '../../../shared/base/format.ts'
import type { Checklist } from '../../../shared/case/checklist.ts'
import type { StepKind, StepState } from '../../../shared/case/case-document.ts'
import type { PrivacyPart } from '../../../shared/case/privacy.ts'
import type { StepImpact } from '../../../shared/case/step-impact.ts'
import { collectItems } from '../../../shared/recording/presets.ts'
import type { CasePhase, CaseStepState, PlannedStep } from '../../../shared/model/cases.ts'
import type { Tone } from '../../ui/chip.tsx'

/** Every word of the case page. */

export const impactWords: Readonly<Record<StepImpact, string>> = {
  none: 'Harmless',
  low: 'Low impact',
  pauses: 'Pauses the process',
  suspends: 'Suspends the process',
}

export const stateWords: Readonly<Record<StepState, readonly [word: string, tone: Tone]>> = {
  waiting: ['Pending', 'absent'],
  running: ['Running', 'accent'],
  done: ['Done', 'ok'],
  partial: ['Partial', 'warn'],
  failed: ['Failed', 'bad'],
  'not-requested': ['Not requested', 'absent'],
  'not-applicable': ['Not applicable', 'absent'],
  cancelled: ['Stopped', 'warn'],
  interrupted: ['Interrupted', 'warn'],
}

export const privacyWords: Readonly<Record<PrivacyPart, readonly [title: string, hint: string]>> = {
  traces: ['Strings in recordings', 'Connection strings, query strings, SQL literals, command lines, secrets'],
  hosts: ['Host names and IP addresses', ''],
  users: ['User names and email addresses', ''],
  paths: ['Home folders in paths', ''],
}

export const phaseWords: Readonly<Record<CasePhase, string>> = {
  collecting: 'Collecting',
  collected: 'Collected, not exported',
  masking: 'Masking',
  packing: 'Packing',
  verifying: 'Verifying',
  packed: 'Exported and verified',
}

const ruleWords: Readonly<Record<string, string>> = {
  environment: 'Environment values',
  'command-line': 'Secrets in command lines',
  secrets: 'Keys, tokens and passwords',
  'connection-strings': 'Connection strings',
  'url-queries': 'Query strings',
  'sql-literals': 'SQL literals',
  'ip-addresses': 'IP addresses',
  emails: 'Email addresses',
  'user-folders': 'User folders',
  host: 'Host names',
  user: 'User names',
  'home-folder': 'Home folders',
}

export function ruleWord(rule: string): string {
  return ruleWords[rule] ?? rule.replaceAll('-', ' ')
}

/** What a step of the plan will do. */
export function planText({ steps }: Checklist, kind: StepKind): string {
  const step = steps.find((one) => one.kind === kind)
  switch (kind) {
    case 'process':
      return 'Version, command line with secrets masked, start time, limits'
    case 'environment':
      return 'Names of variables; values are masked'
    case 'machine':
      return 'System, processors, memory, disks, container limits'
    case 'modules':
      return 'Loaded files with their versions'
    case 'flight':
      return 'What the flight recorder holds: the time before this case'
    case 'counters':
      return step?.kind === 'counters' ? `${String(step.seconds)} s, every second` : ''
    case 'stacks':
      return step?.kind === 'stacks'
        ? step.count === 1
          ? 'All managed threads, once'
          : `All managed threads, ${String(step.count)} times, ${String(step.secondsApart)} s apart`
        : ''
    case 'trace':
      return step?.kind === 'trace' ? `${String(step.seconds)} s: ${itemsText(step.items)}` : ''
    case 'logs':
      return 'ILogger messages, added to the recording'
    case 'heap-graph':
      return 'Types and references without values; forces a full GC'
    case 'dump':
      return 'The memory of the process. Can’t be masked'
    case 'findings':
      return 'What the checks find in the recording'
  }
}

function itemsText(items: readonly string[]): string {
  const titles = items.flatMap((id) => collectItems.find((item) => item.id === id)?.title ?? [])
  const shown = titles.slice(0, 3).join(', ')
  return titles.length <= 3 ? shown : `${shown} and ${String(titles.length - 3)} more`
}

export function sizeText({ lowBytes, highBytes }: Pick<PlannedStep, 'lowBytes' | 'highBytes'>): string {
  if (lowBytes === null || highBytes === null) return ''
  const [low, high] = [formatBytes(lowBytes), formatBytes(highBytes)]
  return low.unit === high.unit ? `${low.value}–${quantityText(high)}` : `${quantityText(low)} – ${quantityText(high)}`
}

export const basisWords = {
  usual: 'Typical size of this step',
  'earlier-recordings': 'From earlier recordings of this application',
  memory: 'From the memory of this process',
  'dump-check': 'From the memory of this process',
} as const

export function secondsText(seconds: number | null): string {
  return seconds === null ? '' : plainQuantity(formatDuration(seconds * 1000))
}

/** Beside the bar of a step that runs: how far it is, and how much it has written. */
export function runningText(step: CaseStepState, nowMs: number): string {
  const elapsed = step.startedAt === null ? 0 : Math.max(0, nowMs - Date.parse(step.startedAt))
  const done = clock(elapsed)
  const time = step.seconds === null ? done : `${done} of ${clock(step.seconds * 1000)}`
  return step.bytes === null ? time : `${time}, ${quantityText(formatBytes(step.bytes))}`
}

export function shareOf(step: CaseStepState, nowMs: number): number | null {
  if (step.seconds === null || step.startedAt === null) return null
  return Math.min(1, Math.max(0, (nowMs - Date.parse(step.startedAt)) / (step.seconds * 1000)))
}

export function tookText({ startedAt, endedAt }: CaseStepState): string {
  if (startedAt === null || endedAt === null) return ''
  return quantityText(formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))))
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
}

export const dumpWords = {
  mini: 'Mini: threads and stacks',
  heap: 'Heap: objects, no images',
  triage: 'Triage: no heap, less personal data',
  full: 'Full: everything',
} as const
