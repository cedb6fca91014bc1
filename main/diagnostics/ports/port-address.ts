import crypto from 'node:crypto'
import path from 'node:path'
import { makePrivateFolder } from '../../os/private-folder.ts'
import type { ListenAddress } from '../../transport/listener.ts'

/** Short, because a runtime that is given more than 107 bytes never comes; 0700, because it is as good as the process. */
export function makePrivateAddress(): { readonly address: ListenAddress; readonly folder: string | null } {
  if (process.platform === 'win32')
    return { address: { transport: 'pipe', path: `\\\\.\\pipe\\pipescope-${crypto.randomUUID()}` }, folder: null }
  const folder = makePrivateFolder('pscope-')
  return { address: { transport: 'unix', path: path.join(folder, 'port') }, folder }
}

/** The variable has no quoting: its separators cannot be in an address, and blanks would be part of it. */
export function addressFault({ transport, path: address }: ListenAddress): string | null {
  if (/[,;]/.test(address)) return 'DOTNET_DiagnosticPorts cannot contain a comma or semicolon in an address'
  if (address !== address.trim() || address === '') return 'leading or trailing spaces would become part of the address'
  if (transport === 'unix' && !path.isAbsolute(address))
    return 'a relative path depends on the working folder of each process'
  if (transport === 'unix' && Buffer.byteLength(address) > 107)
    return 'longer than 107 bytes, the limit for a socket path'
  return null
}

/** The text of `DOTNET_DiagnosticPorts` for that port. */
export function diagnosticPortsValue(address: string, suspends: boolean): string {
  const pipe = /^\\\\\.\\pipe\\(.+)$/.exec(address)?.[1]
  return `${pipe ?? address},${suspends ? 'suspend' : 'nosuspend'}`
}
