import { magic } from './commands.ts'

/*
 * What peers said before the protocol was what it is: drafts and previews of 2019, and what may come after it. Recognised in what we
 * receive, so that it can be explained; never sent.
 */

/**
 * Codes of error messages in the previews of .NET Core 3.0. Two lists were in use: 2 and 3 meant an unknown command set and id in the
 * first, an unknown command and an unknown magic in the second; 4 was an unknown version, then bad input.
 */
export const draftErrorNames: ReadonlyMap<number, string> = new Map([
  [1, 'DRAFT_BAD_ENCODING'],
  [2, 'DRAFT_UNKNOWN_COMMAND'],
  [3, 'DRAFT_UNKNOWN_COMMAND_ID_OR_MAGIC'],
  [4, 'DRAFT_UNKNOWN_VERSION_OR_BAD_INPUT'],
  [5, 'DRAFT_SERVER_ERROR'],
  [0xffff_ffff, 'DRAFT_BAD'],
])

const laterVersion = /^DOTNET_IPC_V([2-9]|1\d)\0/
const serialization = '!FastSerialization.1'

/**
 * Who answers with bytes that are no message of version 1, in words, or null when that cannot be told (yet): `bytes` is what has
 * come so far.
 *
 *     before version 1   u64 session id, then the trace (i32 20, `!FastSerialization.1`), no header at all
 *     first draft        16 bytes of magic, u16 size, u16 command, u16 reserved: 22 in all
 */
export function describeForeignPeer(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes.subarray(0, 32))
  if (text.startsWith('HTTP/')) return 'an HTTP server'
  if (text.startsWith('ADVR_V1\0')) return 'a runtime that announces itself, as it does on a diagnostic port of a tool'
  if (text.slice(12, 32) === serialization) return 'a preview of 2019, from before version 1 of the protocol'
  const version = laterVersion.exec(text)?.[1]
  if (version !== undefined) return `a later version of the protocol (IPC_V${version})`
  if (isFirstDraft(bytes)) return 'the first draft of the protocol, with a header of 22 bytes'
  return null
}

/** Its magic has two NULs more, where the size is today: no message of version 1 has the size 0. */
function isFirstDraft(bytes: Uint8Array): boolean {
  return bytes.length >= 18 && magic.every((byte, at) => bytes[at] === byte) && bytes[14] === 0 && bytes[15] === 0
}
