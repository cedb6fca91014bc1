import os from 'node:os'
import path from 'node:path'
import { readForeignText } from '../../../foreign/foreign-files.ts'
import { controlGroupsOf } from '../../../os/linux/control-groups.ts'
import { readProcText, shortLimitBytes } from '../../../os/linux/proc-files.ts'
import { findDotnet } from '../../../workers/dump-reader/dotnet-installs.ts'
import type { CasePrivacy } from '../../../workers/case/case-privacy.ts'
import { diskRoom } from '../../recordings/recording-files.ts'

/** `machine.json`: system, processors, memory, disks, time, limits of the container, runtimes that are installed. */
export async function machineFacts(pid: number, folder: string, privacy: CasePrivacy): Promise<unknown> {
  const now = new Date()
  const [processor] = os.cpus()
  const dotnet = await findDotnet(process.env)
  const folders = [folder, os.tmpdir()]
  return {
    operatingSystem: {
      type: os.type(),
      release: os.release(),
      version: os.version(),
      platform: process.platform,
      architecture: os.machine(),
      distribution: privacy.value(await distribution()),
      bootedAt: new Date(now.getTime() - os.uptime() * 1000).toISOString(),
    },
    hostName: os.hostname(),
    processors: { count: os.cpus().length, model: processor?.model ?? null, loadAverage: os.loadavg() },
    memory: { totalBytes: os.totalmem(), freeBytes: os.freemem(), ...memoryInfo() },
    disks: await Promise.all(
      folders.map(async (place) => ({ folder: privacy.text(place), ...(await diskRoom(place)) })),
    ),
    time: {
      utc: now.toISOString(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      offsetMinutes: -now.getTimezoneOffset(),
    },
    controlGroup: controlGroup(pid),
    installedRuntimes: privacy.value(dotnet.runtimeFolders.map((place) => path.join(place))),
  }
}

async function distribution(): Promise<string | null> {
  const text = await readForeignText('/etc/os-release', 64 * 1024)
  return text.ok ? (/^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text.value)?.[1] ?? null) : null
}

function memoryInfo(): Record<string, number> {
  const text = readProcText('/proc/meminfo', shortLimitBytes) ?? ''
  const found = [...text.matchAll(/^(MemAvailable|SwapTotal|SwapFree|Committed_AS|CommitLimit):\s+(\d+) kB$/gm)]
  return Object.fromEntries(found.map(([, name = '', kib]) => [`${name}Bytes`, Number(kib) * 1024]))
}

/** Of version 2: what decides on memory and CPU, from the group of the process up to the root. */
const groupFiles = [
  'memory.max',
  'memory.high',
  'memory.current',
  'memory.swap.max',
  'memory.events',
  'cpu.max',
  'cpu.stat',
  'cpuset.cpus.effective',
  'pids.max',
  'pids.current',
] as const
const mostLevels = 12

function controlGroup(pid: number): unknown {
  const text = readProcText(`/proc/${pid}/cgroup`, shortLimitBytes)
  if (text === null) return null
  const groups = controlGroupsOf(text).filter(({ isUnified }) => isUnified)
  if (groups.length === 0) return { version: 1, membership: text.trim().split('\n') }
  const levels = groups.flatMap(({ folder, up }) => {
    const values = groupValues(folder)
    return Object.keys(values).length === 0 ? [] : [{ group: up === 0 ? 'own' : `${up} up`, ...values }]
  })
  return { version: 2, levels: levels.slice(0, mostLevels) }
}

function groupValues(folder: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of groupFiles) {
    // They say that they are empty: they are read until nothing comes.
    const text = readProcText(path.posix.join(folder, name), shortLimitBytes)
    if (text !== null) values[name] = text.trim()
  }
  return values
}
