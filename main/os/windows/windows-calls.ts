import { createRequire } from 'node:module'
import { textAt } from './process-table.ts'

/*
 * The calls of Windows that the process list is made of, through koffi (docs/decisions/0410). No program is started: a listing by
 * PowerShell takes half a second of a processor each time, these take a millisecond.
 */

/** How a process is built and what it may reach. */
export interface ProcessToken {
  /** Of its user, in hexadecimal: names can be the same in two domains. */
  readonly userKey: string | null
  readonly userName: string | null
  readonly isAppContainer: boolean
}

export interface WindowsCalls {
  /** The table of all processes and the address it was written to; null when the system refuses it. */
  processTable(): { readonly bytes: Buffer; readonly address: bigint } | null
  /** Full path of the program; null for processes that may not be looked at. */
  imagePath(pid: number): string | null
  commandLine(pid: number): string | null
  /** In its parts, as programs get them. */
  splitCommandLine(commandLine: string): readonly string[]
  /** `x86`, `x64` or `arm64` as the process runs; null when it may not be asked. */
  architecture(pid: number): string | null
  token(pid: number): ProcessToken | null
  /** Files of the modules that are loaded; null when they may not be looked at. */
  modules(pid: number): readonly string[] | null
  /** Whether there is a pipe of this name, without connecting to it. */
  readonly isPipeThere: (path: string) => boolean
}

let loaded: WindowsCalls | null | undefined

/** Null on other systems, on 32-bit ones, and in a package without koffi. */
export function windowsCalls(): WindowsCalls | null {
  loaded ??= load()
  return loaded
}

const rights = { query: 0x0400, queryLimited: 0x1000, readMemory: 0x10 } as const
const systemProcessInformation = 5
const processBasicInformation = 0
const processWow64Information = 26
const processCommandLineInformation = 60
const infoLengthMismatch = 0xc0000004 | 0
const tokenQuery = 8
const tokenUser = 1
const tokenIsAppContainer = 29
const fileNotFound = 2
const machines: Readonly<Record<number, string>> = { 0x014c: 'x86', 0x8664: 'x64', 0xaa64: 'arm64', 0x01c4: 'arm32' }
/** Some megabytes hold thousands of processes. */
const maxTableBytes = 64 * 1024 * 1024
const maxModules = 4096
const maxPathUnits = 32_768

type Handle = unknown

function load(): WindowsCalls | null {
  if (process.platform !== 'win32' || (process.arch !== 'x64' && process.arch !== 'arm64')) return null
  try {
    const require = createRequire(import.meta.filename)
    return callsOf(require('koffi') as typeof import('koffi'))
  } catch {
    // Not installed, or a call is not there (a Windows before 10): the listing by PowerShell stands in.
    return null
  }
}

function callsOf(koffi: typeof import('koffi')): WindowsCalls {
  const kernel = koffi.load('kernel32.dll')
  const native = koffi.load('ntdll.dll')
  const security = koffi.load('advapi32.dll')
  const shell = koffi.load('shell32.dll')
  const openProcess = kernel.func('void* __stdcall OpenProcess(uint32_t rights, int inherit, uint32_t pid)')
  const closeHandle = kernel.func('int __stdcall CloseHandle(void* handle)')
  const lastError = kernel.func('uint32_t __stdcall GetLastError()')
  const localFree = kernel.func('void* __stdcall LocalFree(void* memory)')
  const querySystem = native.func(
    'int __stdcall NtQuerySystemInformation(int what, void* to, uint32_t size, _Out_ uint32_t* used)',
  )
  const queryProcess = native.func(
    'int __stdcall NtQueryInformationProcess(void* process, int what, void* to, uint32_t size, _Out_ uint32_t* used)',
  )
  const readMemory = kernel.func(
    'int __stdcall ReadProcessMemory(void* process, uint64_t from, void* to, size_t size, _Out_ size_t* read)',
  )
  const imageName = kernel.func(
    'int __stdcall QueryFullProcessImageNameW(void* process, uint32_t flags, void* to, _Inout_ uint32_t* units)',
  )
  const isWow64 = kernel.func(
    'int __stdcall IsWow64Process2(void* process, _Out_ uint16_t* machine, _Out_ uint16_t* native)',
  )
  const enumModules = kernel.func(
    'int __stdcall K32EnumProcessModulesEx(void* process, void* to, uint32_t size, _Out_ uint32_t* used, uint32_t which)',
  )
  const moduleName = kernel.func(
    'uint32_t __stdcall K32GetModuleFileNameExW(void* process, uint64_t module, void* to, uint32_t units)',
  )
  const openToken = security.func('int __stdcall OpenProcessToken(void* process, uint32_t rights, _Out_ void** token)')
  const tokenInformation = security.func(
    'int __stdcall GetTokenInformation(void* token, int what, void* to, uint32_t size, _Out_ uint32_t* used)',
  )
  const lookupAccount = security.func(
    'int __stdcall LookupAccountSidW(void* system, void* sid, void* name, _Inout_ uint32_t* nameUnits, void* domain, _Inout_ uint32_t* domainUnits, _Out_ uint32_t* kind)',
  )
  const toArguments = shell.func('void** __stdcall CommandLineToArgvW(str16 line, _Out_ int* count)')
  const waitPipe = kernel.func('int __stdcall WaitNamedPipeW(str16 name, uint32_t timeoutMs)')
  const userNames = new Map<string, string | null>()
  let tableBytes = 256 * 1024

  /** Runs `use` with the process opened, or gives null. */
  function opened<T>(pid: number, wanted: number, use: (process: Handle) => T): T | null {
    const handle: Handle = openProcess(wanted, 0, pid)
    if (handle === null) return null
    try {
      return use(handle)
    } finally {
      closeHandle(handle)
    }
  }

  function memory(process: Handle, from: bigint, size: number): Buffer | null {
    const bytes = Buffer.alloc(size)
    const read = [0]
    return readMemory(process, from, bytes, size, read) !== 0 && read[0] === size ? bytes : null
  }

  function directCommandLine(process: Handle): string | null {
    // A UNICODE_STRING and its text: at most 64 KB.
    const bytes = Buffer.alloc(2 * maxPathUnits + 16)
    if (queryProcess(process, processCommandLineInformation, bytes, bytes.length, [0]) !== 0) return null
    return textAt(bytes, koffi.address(bytes), 0)
  }

  /** From the process's own parameters, for a system that has no answer to the question (Windows before 8.1, Wine 8). */
  function commandLineInMemory(process: Handle): string | null {
    const basic = Buffer.alloc(48)
    if (queryProcess(process, processBasicInformation, basic, basic.length, [0]) !== 0) return null
    // PEB + 0x20: parameters; + 0x70: the command line as a UNICODE_STRING.
    const parameters = memory(process, basic.readBigUInt64LE(8) + 0x20n, 8)?.readBigUInt64LE(0)
    const text = parameters === undefined ? null : memory(process, parameters + 0x70n, 16)
    if (text === null) return null
    return memory(process, text.readBigUInt64LE(8), text.readUInt16LE(0))?.toString('utf16le') ?? null
  }

  function userOf(token: Handle): Pick<ProcessToken, 'userKey' | 'userName'> {
    const bytes = Buffer.alloc(256)
    if (tokenInformation(token, tokenUser, bytes, bytes.length, [0]) === 0) return { userKey: null, userName: null }
    // The id lies behind the structure that points to it.
    const sid = bytes.subarray(Number(bytes.readBigUInt64LE(0) - koffi.address(bytes)))
    const userKey = sid.subarray(0, 8 + 4 * (sid[1] ?? 0)).toString('hex')
    const known = userNames.get(userKey)
    if (known !== undefined) return { userKey, userName: known }
    const name = Buffer.alloc(1024)
    const units = [512]
    const found = lookupAccount(null, sid, name, units, Buffer.alloc(1024), [512], [0]) !== 0
    const userName = found ? name.toString('utf16le', 0, 2 * (units[0] ?? 0)) : null
    userNames.set(userKey, userName)
    return { userKey, userName }
  }

  return {
    processTable() {
      for (; tableBytes <= maxTableBytes; tableBytes *= 2) {
        const bytes = Buffer.alloc(tableBytes)
        const used = [0]
        const status = Number(querySystem(systemProcessInformation, bytes, bytes.length, used))
        if (status === 0) return { bytes: bytes.subarray(0, used[0]), address: koffi.address(bytes) }
        if (status !== infoLengthMismatch) return null
      }
      return null
    },
    imagePath: (pid) =>
      opened(pid, rights.queryLimited, (process) => {
        const bytes = Buffer.alloc(2 * maxPathUnits)
        const units = [maxPathUnits]
        return imageName(process, 0, bytes, units) === 0 ? null : bytes.toString('utf16le', 0, 2 * (units[0] ?? 0))
      }),
    commandLine: (pid) =>
      opened(pid, rights.queryLimited, directCommandLine) ??
      opened(pid, rights.query | rights.readMemory, commandLineInMemory),
    splitCommandLine(commandLine) {
      // An empty line would give the path of this program.
      if (commandLine.trim() === '') return []
      const count = [0]
      const found: unknown = toArguments(commandLine, count)
      if (found === null) return [commandLine]
      try {
        return koffi.decode(found, 'str16', count[0] ?? 0) as readonly string[]
      } finally {
        localFree(found)
      }
    },
    architecture: (pid) =>
      opened(pid, rights.queryLimited, (process) => {
        const [machine, own] = [[0], [0]]
        if (isWow64(process, machine, own) !== 0) return machines[machine[0] || (own[0] ?? 0)] ?? null
        const wow = Buffer.alloc(8)
        const isKnown = queryProcess(process, processWow64Information, wow, wow.length, [0]) === 0
        return isKnown && wow.readBigUInt64LE(0) !== 0n ? 'x86' : null
      }),
    token: (pid) =>
      opened(pid, rights.queryLimited, (process) => {
        const token: Handle[] = [null]
        if (openToken(process, tokenQuery, token) === 0) return null
        try {
          const flag = Buffer.alloc(4)
          const isKnown = tokenInformation(token[0], tokenIsAppContainer, flag, flag.length, [0]) !== 0
          return { ...userOf(token[0]), isAppContainer: isKnown && flag.readUInt32LE(0) !== 0 }
        } finally {
          closeHandle(token[0])
        }
      }),
    modules: (pid) =>
      opened(pid, rights.query | rights.readMemory, (process) => {
        const handles = Buffer.alloc(8 * maxModules)
        const used = [0]
        if (enumModules(process, handles, handles.length, used, 3) === 0) return null
        const name = Buffer.alloc(2 * maxPathUnits)
        const files: string[] = []
        for (let at = 0; at < Math.min(used[0] ?? 0, handles.length); at += 8) {
          const units = Number(moduleName(process, handles.readBigUInt64LE(at), name, maxPathUnits))
          if (units > 0) files.push(name.toString('utf16le', 0, 2 * units))
        }
        return files
      }),
    // A pipe whose instances are all taken is there as well: the wait then fails otherwise.
    isPipeThere: (path) => waitPipe(path, 1) !== 0 || lastError() !== fileNotFound,
  }
}
