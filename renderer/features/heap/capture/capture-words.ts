import { countOf } from '../../../../shared/base/count-of.ts'
import { HardDriveDownload, MemoryStick, Pause, Radio, Recycle, type LucideIcon } from 'lucide-react'
import { formatBytes, formatDuration, formatQuantity, quantityText } from '../../../../shared/base/format.ts'
import type { HeapBufferMB, HeapPlan } from '../../../../shared/model/heap/heap-plan.ts'
import type { JobPhase } from '../../../../shared/model/job.ts'
import type { ProcessRow, ProcessState } from '../../../../shared/model/process.ts'

export interface Cost {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

/** What a capture costs the process, as far as it is known before. Null: a version that nobody told is the oldest. */
export function costsOf(
  runtimeVersion: string | null,
  otherJobCount: number,
  plan: HeapPlan | null,
  bufferMB: HeapBufferMB,
): readonly Cost[] {
  const major = Number.parseInt(runtimeVersion ?? '3', 10)
  const others = countOf(otherJobCount, 'other job', 'other jobs')
  return [
    {
      icon: Recycle,
      title: 'Full GC',
      text:
        major <= 9
          ? '2, blocking: one for the heap graph, and a second one when the session stops'
          : '1, blocking; it promotes survivors',
    },
    {
      icon: Pause,
      title: 'Pause',
      text: [
        'All threads are suspended for the collection and the heap walk',
        pauseText(plan),
        ...(major <= 10 ? ['The runtime responds only afterwards'] : []),
      ]
        .filter((part) => part !== '')
        .join('. '),
    },
    {
      icon: MemoryStick,
      title: 'Memory in the process',
      text: major <= 10 ? memoryText(plan, bufferMB) : 'Up to 256 MiB, until the graph is read',
    },
    { icon: HardDriveDownload, title: 'File', text: 'Written on this machine, listed under Files' },
    ...(otherJobCount === 0
      ? []
      : [
          {
            icon: Radio,
            title: 'Other jobs',
            text: `${others} of this process can’t start or stop sessions meanwhile; recordings of GC events get bigger`,
          },
        ]),
  ]
}

function pauseText(plan: HeapPlan | null): string {
  const pause = plan?.pause ?? null
  if (pause === null) return ''
  const time = quantityText(formatDuration(pause.ms))
  if (pause.from === 'capture') return `${time} at the last capture`
  return pause.seenCount === 1
    ? `${time} for the gen 2 GC that Live has seen, and the walk on top`
    : `Up to ${time} for the last ${String(pause.seenCount)} gen 2 GCs in Live, and the walk on top`
}

function memoryText(plan: HeapPlan | null, bufferMB: HeapBufferMB): string {
  const most = bytesText(bufferMB * megabyte)
  if (plan === null || plan.neededBytes === null)
    return `About 56 bytes per object, up to ${most}, until the graph is read`
  const needed = bytesText(neededOf(plan, bufferMB))
  if (plan.objects === null) return `Up to ${needed}, until the graph is read`
  const { count, from } = plan.objects
  const objects = quantityText(formatQuantity(count, 'objects'))
  return from === 'capture'
    ? `About ${needed} for ${objects}, as at the last capture`
    : `About ${needed} for ${objects}, estimated from the heap size in Live`
}

/** Nobody sees the choice where the usual buffer takes everything. */
export function wantsBufferChoice(plan: HeapPlan | null): boolean {
  return plan !== null && plan.buffersMB.length > 0 && (plan.neededBytes ?? 0) > plan.buffersMB[0]! * megabyte
}

export function bufferLabel(bufferMB: HeapBufferMB): string {
  return `${bytesText(bufferMB * megabyte)}, about ${String(Math.round((bufferMB * megabyte) / 56 / 1e6))} million objects`
}

export interface Advice {
  readonly text: string
  /** A dump has every object and needs no memory in the process. */
  readonly wantsDump: boolean
}

/** The one line above the button. What may kill the process comes first, then what makes the graph partial. */
export function adviceOf(name: string, plan: HeapPlan | null, bufferMB: HeapBufferMB): Advice {
  const room = plan?.room ?? null
  if (plan !== null && room !== null && plan.neededBytes !== null && room.bytes < neededOf(plan, bufferMB)) {
    const left = bytesText(room.bytes)
    const needed = bytesText(neededOf(plan, bufferMB))
    return {
      text:
        room.limitedBy === 'container'
          ? `The memory limit leaves ${name} ${left}, and a capture may need ${needed} more: the process could be killed. Take a dump instead.`
          : `This machine has ${left} left, and a capture may need ${needed} more: the process could be killed. Take a dump instead.`,
      wantsDump: true,
    }
  }
  if (plan !== null && plan.objects !== null && plan.buffersMB.length > 0 && plan.neededBytes !== null) {
    if (plan.fittingBufferMB === null)
      return {
        text: `The heap is too large for the largest buffer, so the graph will be partial. Take a dump instead.`,
        wantsDump: true,
      }
    if (plan.neededBytes > bufferMB * megabyte)
      return {
        text: `The heap is too large for this buffer, so the graph will be partial. Choose ${bytesText(plan.fittingBufferMB * megabyte)}, or take a dump.`,
        wantsDump: true,
      }
  }
  return { text: `${name} answers no requests during the pause.`, wantsDump: false }
}

/** More than the buffer is not taken. */
function neededOf(plan: HeapPlan, bufferMB: HeapBufferMB): number {
  return Math.min(plan.neededBytes ?? Infinity, plan.buffersMB.length === 0 ? Infinity : bufferMB * megabyte)
}

function bytesText(bytes: number): string {
  return quantityText(formatBytes(bytes))
}

const megabyte = 2 ** 20

/** Why no heap graph of this process can be captured now, and what to do. Null: it can. */
export function refusalOf(row: ProcessRow | null): string | null {
  if (row === null || row.exitedAtMs !== null) return 'The process has exited. Start it again, then capture its heap.'
  return refusals[row.state] ?? null
}

const refusals: Readonly<Partial<Record<ProcessState, string>>> = {
  suspended: 'The runtime is suspended at startup: there is no heap yet. Resume it first.',
  stopped: 'The process is stopped, by a debugger or a signal, and can’t collect. Let it run first.',
  silent:
    'The runtime doesn’t respond, so it can’t be asked for its heap. Take a dump with createdump or a debugger instead.',
}

export interface Step {
  readonly phase: JobPhase
  readonly title: string
  readonly text: string
}

export const steps: readonly Step[] = [
  { phase: 'flushing-types', title: 'Flush type names', text: 'A short session so that every type has a name' },
  { phase: 'collecting-heap', title: 'Full GC, process paused', text: 'All threads suspended for GC and heap walk' },
  {
    phase: 'receiving-heap',
    title: 'Receive the graph',
    text: 'The process is running again; names of methods and modules come last',
  },
  { phase: 'building-heap', title: 'Build and verify', text: 'On this machine; lost events make the graph partial' },
]
