/** A crash report as createdump writes it: JSON without a schema of its own, so every field may be missing. */
export interface ReportThread {
  readonly id: string
  readonly isManaged: boolean
  readonly hasCrashed: boolean
  readonly exceptionType: string | null
  readonly frames: readonly string[]
}

export interface CrashReport {
  readonly processName: string | null
  readonly runtimeVersion: string | null
  readonly threads: readonly ReportThread[]
}

/** Null when it is no crash report that could be understood; the text can be shown all the same. */
export function readCrashReport(text: string): CrashReport | null {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    // Cut off, or no JSON at all.
    return null
  }
  const payload = record(record(read)['payload'])
  const threads = payload['threads']
  if (!Array.isArray(threads)) return null
  return {
    processName: textOf(payload['process_name']),
    runtimeVersion: textOf(record(payload['configuration'])['version']),
    threads: threads.map((thread) => readThread(record(thread))),
  }
}

function readThread(thread: Fields): ReportThread {
  const frames = thread['stack_frames']
  return {
    id: textOf(thread['native_thread_id']) ?? '?',
    isManaged: isTrue(thread['is_managed']),
    hasCrashed: isTrue(thread['crashed']),
    exceptionType: textOf(thread['managed_exception_type']),
    frames: Array.isArray(frames) ? frames.map((frame) => frameText(record(frame))) : [],
  }
}

function frameText(frame: Fields): string {
  const name = textOf(frame['method_name']) ?? textOf(frame['unmanaged_name'])
  const module = textOf(frame['filename']) ?? textOf(frame['native_module'])
  const address = textOf(frame['native_address']) ?? textOf(frame['instruction_pointer']) ?? '?'
  return module === null ? (name ?? address) : `${module}!${name ?? address}`
}

type Fields = Readonly<Record<string, unknown>>

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}

/** createdump writes booleans as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
