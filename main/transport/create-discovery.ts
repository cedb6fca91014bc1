import os from 'node:os'
import path from 'node:path'
import { LinuxSystem } from '../os/linux/linux-system.ts'
import type { OperatingSystem } from '../os/operating-system.ts'
import { PortableSystem } from '../os/portable/portable-system.ts'
import { windowsCalls } from '../os/windows/windows-calls.ts'
import { WindowsSystem } from '../os/windows/windows-system.ts'
import type { Discovery } from './discovery.ts'
import { PipeDiscovery } from './discovery-pipes.ts'
import { UnixDiscovery } from './discovery-unix.ts'

/** The operating system and the way to find endpoints for this machine. */
export function createDiscovery(): { readonly os: OperatingSystem; readonly discovery: Discovery } {
  if (process.platform === 'win32') {
    const calls = windowsCalls()
    const system = calls === null ? new PortableSystem('win32') : new WindowsSystem(calls)
    return { os: system, discovery: new PipeDiscovery({ os: system, isThere: calls?.isPipeThere ?? null }) }
  }
  if (process.platform === 'darwin') {
    const system = new PortableSystem('darwin')
    const groupContainersFolder = path.join(os.homedir(), 'Library', 'Group Containers')
    const tempFolder = os.tmpdir()
    return {
      os: system,
      discovery: new UnixDiscovery({ os: system, namespaces: null, tempFolder, groupContainersFolder }),
    }
  }
  const system = new LinuxSystem()
  // Runtimes take TMPDIR only; Node's own rule would also look at TMP and TEMP.
  const tempFolder = process.env['TMPDIR'] || '/tmp'
  return { os: system, discovery: new UnixDiscovery({ os: system, namespaces: system, tempFolder }) }
}
