/** One process of a listing that a system command printed. */
export interface ListedProcess {
  readonly pid: number
  readonly parentPid: number
  readonly userId: number | null
  readonly userName: string | null
  readonly startTimeMs: number | null
  readonly state: string
  readonly executable: string | null
  readonly commandLine: string | null
}

/** macOS: one call for everything but the usage. `lstart` has a fixed width and the command comes last. */
export const psArguments = ['-axww', '-o', 'pid=,ppid=,uid=,user=,state=,lstart=,command='] as const

const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\w{3} \w{3}\s+\d+ \d\d:\d\d:\d\d \d{4})\s+(.*)$/

/** Output of `ps` with `psArguments` under LC_ALL=C. Lines that are not understood are left out. */
export function parsePs(text: string): readonly ListedProcess[] {
  const processes: ListedProcess[] = []
  for (const line of text.split('\n')) {
    const match = psLine.exec(line)
    if (!match) continue
    const startTimeMs = Date.parse(match[6] ?? '')
    const commandLine = match[7] ?? ''
    processes.push({
      pid: Number(match[1]),
      parentPid: Number(match[2]),
      userId: Number(match[3]),
      userName: match[4] ?? null,
      state: match[5] ?? '',
      startTimeMs: Number.isNaN(startTimeMs) ? null : startTimeMs,
      executable: commandLine.split(' ', 1)[0] || null,
      commandLine: commandLine || null,
    })
  }
  return processes
}

/** Windows: one query for everything but the usage and the owner (which would be one call per process). */
export const cimArguments = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  '[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,ExecutablePath,CommandLine,@{n="Started";e={if($_.CreationDate){[DateTimeOffset]::new($_.CreationDate).ToUnixTimeMilliseconds()}}} | ConvertTo-Json -Compress',
] as const

/** Output of the query above: an array, or one object when there is one process. */
export function parseCim(text: string): readonly ListedProcess[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // Cut off or refused: an empty listing.
    return []
  }
  const entries = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]
  return entries.flatMap((entry) => fromCim(entry))
}

function fromCim(entry: unknown): readonly ListedProcess[] {
  if (typeof entry !== 'object' || entry === null) return []
  const fields = entry as Readonly<Record<string, unknown>>
  const pid = fields['ProcessId']
  if (typeof pid !== 'number') return []
  const text = (name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null)
  const number = (name: string): number | null => (typeof fields[name] === 'number' ? fields[name] : null)
  return [
    {
      pid,
      parentPid: number('ParentProcessId') ?? 0,
      userId: null,
      userName: null,
      state: '',
      startTimeMs: number('Started'),
      executable: text('ExecutablePath'),
      commandLine: text('CommandLine'),
    },
  ]
}
