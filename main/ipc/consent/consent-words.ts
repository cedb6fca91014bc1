import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import type { ConsoleMessage } from '../../../shared/model/console.ts'
import type { JobTarget } from '../../../shared/model/job.ts'
import { lastPart } from '../../diagnostics/launch/program-label.ts'
import { headerSizeBytes } from '../../protocol/commands.ts'
import type { LaunchState } from '../../../shared/model/port.ts'
import { actionText, conditionsText, impactText, limitsText } from '../../../shared/rules/rule-words.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import { thisMachine, type Rule } from '../../../shared/rules/rule.ts'
import type { Question } from './questions.ts'

/** Every native question of the app. Texts that came from the page are cleaned and cut: they must not rewrite the question. */

type Process = Pick<JobTarget, 'name' | 'pid'> & Partial<Pick<JobTarget, 'processKey'>>

const maxTextLength = 400
/** Line ends, controls, and marks that turn the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export function plain(text: string): string {
  const clean = text.replaceAll(unseen, '\u{fffd}')
  return clean.length <= maxTextLength ? clean : `${clean.slice(0, maxTextLength)}… (${clean.length} characters in all)`
}

/** Which process it is, and on which machine unless it is this one. */
function of({ name, pid, processKey }: Process): string {
  const machine = machineNameOfKey(processKey ?? '')
  return `${plain(name)} (PID ${pid}${machine === null ? '' : ` on ${plain(machine)}`})`
}

export function connectOverSsh(machine: string): Question {
  return {
    verb: 'Connect',
    message: `Connect to ${plain(machine)} over SSH?`,
    detail:
      'Pipescope starts ssh with your configuration and keys. On the other machine it lists .NET processes with a shell and reads their ' +
      'diagnostic ports. It installs nothing and writes nothing there. Pipescope won’t ask again for this machine.',
  }
}

/** `command`: whole, as it is run there. */
export function openWithSudo(
  target: Process,
  { command, machine, owner }: { readonly command: string; readonly machine: string; readonly owner: string },
): Question {
  return {
    verb: 'Open with sudo',
    message: `Open the diagnostic port of ${of(target)} with sudo?`,
    detail:
      `${plain(command)}\n\nThe process belongs to ${plain(owner)}. On ${plain(machine)} this command runs as that user for every connection to ` +
      'the process, and passes its bytes. What you do with the process has the permissions of its owner. Pipescope asks again after the ' +
      `connection to ${plain(machine)} has ended.`,
  }
}

export function attachProfiler(target: Process, path: string, clsid: string): Question {
  return {
    verb: 'Attach',
    message: `Attach a profiler to ${of(target)}?`,
    detail: `Library: ${plain(path)}\nCLSID: ${plain(clsid)}\n\nIts code runs inside the process with the process’s permissions, and Pipescope can’t unload it.`,
  }
}

export function startWithProfiler(target: Process, path: string, clsid: string): Question {
  return {
    verb: 'Load profiler',
    message: `Load a profiler into ${of(target)} when it starts?`,
    detail: `Library: ${plain(path)}\nCLSID: ${plain(clsid)}\n\nIts code runs inside the process with the process’s permissions.`,
  }
}

export function applyStartupHook(target: Process, path: string): Question {
  return {
    verb: 'Load hook',
    message: `Load a startup hook into ${of(target)}?`,
    detail: `Assembly: ${plain(path)}\n\nIts code runs inside the process, before its Main method, with the process’s permissions.`,
  }
}

export function setVariable(target: Process, name: string, value: string | null): Question {
  const assignment = maskCommandLine(`${plain(name)}=${plain(value ?? '')}`)
  return value === null
    ? {
        verb: 'Delete variable',
        message: `Delete an environment variable of ${of(target)}?`,
        detail: `Variable: ${plain(name)}\n\nCode that reads it from now on won’t find it.`,
      }
    : {
        verb: 'Set variable',
        message: `Set an environment variable of ${of(target)}?`,
        detail: `${assignment}\n\nCode that reads it from now on sees the new value.`,
      }
}

/** `request`: as it would be sent; null when it would be refused. */
export function sendRawRequest(target: Process, command: string, request: ConsoleMessage | null): Question {
  const payload = request === null ? 'Pipescope won’t send this request as it is.' : payloadLines(request).join('\n')
  return {
    verb: 'Send',
    message: `Send ${plain(command)} to ${of(target)}?`,
    detail: `${payload}\n\nThis request changes the process, suspends it, or opens a session in it.`,
  }
}

/** Every field of a published command by its name, long ones cut, and how long the payload is. */
function payloadLines({ bytes, pieces }: ConsoleMessage): readonly string[] {
  const fields = pieces.filter(({ offset }) => offset >= headerSizeBytes)
  const variable = fields.find(({ name }) => name === 'name')?.text ?? ''
  const lines = fields.map(({ name, text }) =>
    name === 'value' ? `value of ${maskCommandLine(`${plain(variable)}=${plain(text)}`)}` : `${name}: ${plain(text)}`,
  )
  return [`Payload: ${bytes.length - headerSizeBytes} bytes`, ...lines]
}

export function overwriteWithDump(target: Process, path: string): Question {
  return {
    verb: 'Replace',
    message: `Replace a file with the dump of ${of(target)}?`,
    detail: `${plain(path)}\n\nThe file already exists. Its contents will be lost.`,
  }
}

export function writeDump(target: Process, path: string): Question {
  return {
    verb: 'Write dump',
    message: `Write the dump of ${of(target)} here?`,
    detail: `${plain(path)}\n\nThis is the path as the process sees it. The process writes the file with its own permissions.`,
  }
}

export function writeFarDump(target: Process, path: string, machine: string, isInOwnFolder: boolean): Question {
  const place = isInOwnFolder
    ? 'Pipescope creates a folder there that only you can open, and the process writes the file into it.'
    : 'The process writes the file with its own permissions.'
  return {
    verb: 'Write dump',
    message: `Write a dump of ${of(target)}?`,
    detail: `${plain(path)} on ${plain(machine)}\n\n${place} A dump holds the memory of the process: customer data, connection strings, passwords, keys. The process is suspended until the file is written. The file stays on ${plain(machine)} until it is removed.`,
  }
}

/** Of a dump that Pipescope had written there. */
export function removeFarDump(made: {
  readonly machine: string
  readonly path: string
  readonly isFetched: boolean
}): Question {
  const copy = made.isFetched ? 'Your copy on this machine stays.' : 'It hasn’t been fetched: there is no copy of it.'
  return {
    verb: 'Remove',
    message: `Remove this dump from ${plain(made.machine)}?`,
    detail: `${plain(made.path)}\n\n${copy} This can’t be undone.`,
  }
}

export function openFile(path: string): Question {
  return {
    verb: 'Open',
    message: 'Open this file?',
    detail: `${plain(path)}\n\nIt was not chosen in a dialog, dropped onto the window, or created by Pipescope.`,
  }
}

export function openPort(address: string): Question {
  return {
    verb: 'Listen',
    message: `Listen for .NET processes on ${plain(address)}?`,
    detail:
      'Other machines and other users may be able to connect to this address. The connection is neither encrypted nor authenticated.',
  }
}

const isDeleted = 'Everything collected so far is deleted. This can’t be undone.'

export function discardRecording(): Question {
  return { verb: 'Discard', message: 'Discard this recording?', detail: isDeleted }
}

export function discardAndQuit(count: number): Question {
  return {
    verb: 'Discard and quit',
    message: count === 1 ? 'Discard the running recording and quit?' : `Discard ${count} running recordings and quit?`,
    detail: isDeleted,
  }
}

export interface ProgramToStart {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly variables: Readonly<Record<string, string | null>>
}

export function startProgram(program: ProgramToStart, userName: string): Question {
  return {
    verb: 'Start',
    message: `Start ${plain(lastPart(program.command))}?`,
    detail: `${programLines(program)}\n\nIt runs as ${plain(userName)}, with all permissions of that account. Pipescope won’t ask again for the same program, arguments, folder and variables. You can revoke this in Settings.`,
  }
}

export function startProgramThere(program: ProgramToStart, machine: string): Question {
  return {
    verb: 'Start',
    message: `Start ${plain(lastPart(program.command))} on ${plain(machine)}?`,
    detail: `Machine: ${plain(machine)}\n${programLines(program)}\n\nIt runs there as the account you are signed in with, with all its permissions. Until it ends, a private folder in /tmp there holds its diagnostic port and its output. Pipescope won’t ask again for the same program, arguments, folder and variables on this machine. You can revoke this in Settings.`,
  }
}

export function killProgram({
  command,
  args,
  pid,
  machine,
}: Pick<LaunchState, 'command' | 'args' | 'pid' | 'machine'>): Question {
  const where = machine === null ? '' : ` on ${plain(machine.name)}`
  const number = pid === null ? '' : `\nPID: ${pid}`
  return {
    verb: 'Kill',
    message: `Kill ${plain(lastPart(command))}${where}?`,
    detail: `Program: ${plain(maskCommandLine([command, ...args].join(' ')))}${number}\n\nIt ends at once, with everything it has started: it can’t save anything or clean up. What it was writing may stay incomplete.`,
  }
}

function programLines({ command, args, folder, variables }: ProgramToStart): string {
  const set = Object.entries(variables).map(([name, value]) =>
    value === null ? `${plain(name)} (removed)` : maskCommandLine(`${plain(name)}=${plain(value)}`),
  )
  const lines = [
    `Program: ${plain(command)}`,
    `Arguments: ${args.length === 0 ? 'none' : plain(maskCommandLine(args.join(' ')))}`,
    `Folder: ${plain(folder)}`,
    ...(set.length === 0 ? [] : [`Variables: ${plain(set.join(', '))}`]),
  ]
  return lines.join('\n')
}

export function enablePerfMap(target: Process): Question {
  const machine = machineNameOfKey(target.processKey ?? '')
  return {
    verb: 'Write perf map',
    message: `Let ${of(target)} write a perf map?`,
    detail:
      'The process writes the names and addresses of its compiled methods to a file in its temporary folder until you turn this off. ' +
      (machine === null
        ? 'Pipescope won’t ask again for this application. You can revoke this in Settings.'
        : `Pipescope won’t ask again for this application on ${plain(machine)}. You can revoke this in Settings.`),
  }
}

function applicationsText(name: string, commandLine: string): string {
  if (name === '*')
    return commandLine === '' ? 'Any application.' : `Any application whose command line contains “${commandLine}”.`
  return commandLine === ''
    ? `Applications named ${name}.`
    : `Applications named ${name} whose command line contains “${commandLine}”.`
}

function machineText(machine: string | undefined): string {
  if (machine === undefined) return 'On this machine and those you connect to.'
  return machine === thisMachine ? 'On this machine only.' : `On machines named ${plain(machine)}.`
}

/** Every action with what it does, and the program with its arguments: an armed rule acts while nobody looks. */
export function armRule(rule: Rule): Question {
  const { name, commandLine, machine, allUsers } = rule.applications
  const whose = allUsers ? 'Processes of all users.' : 'Processes of your user only.'
  const actions = rule.actions.map((action) => {
    const impact = impactText(action)
    const args =
      action.kind === 'program' ? ` ${action.args.map((argument) => JSON.stringify(argument)).join(' ')}` : ''
    return `• ${plain(capitalized(actionText(action)) + args)}${impact === null ? '' : `. ${impact}`}`
  })
  const lines = [
    `When ${plain(conditionsText(rule))}`,
    `${applicationsText(plain(name), plain(commandLine))} ${whose} ${machineText(machine)}`,
    '',
    ...actions,
    '',
  ]
  return {
    verb: 'Arm rule',
    message: `Arm the rule “${plain(rule.name)}”?`,
    detail: `${lines.join('\n')}\n${capitalized(limitsText(rule))}. It stays armed until you turn it off, also after a restart of Pipescope.`,
  }
}

/** `dump`: its type, or the name of its file. */
export function exportDump(dump: string, hasPassword: boolean): Question {
  const encrypted = hasPassword ? ' The package is encrypted with your password.' : ' The package is not encrypted.'
  return {
    verb: 'Include the dump',
    message: 'Include a dump in the case package?',
    detail: `Dump: ${plain(dump)}\n\nIt can’t be masked. It holds the memory of the process: customer data, connection strings, passwords, keys. Whoever gets the package can read them.${encrypted}`,
  }
}

export function discardCase(name: string): Question {
  return { verb: 'Discard', message: `Discard the case ${plain(name)}?`, detail: isDeleted }
}

export function startAtLogin(): Question {
  return {
    verb: 'Start at login',
    message: 'Start Pipescope when you log in?',
    detail: 'It starts in the background, without a window, so that armed rules keep working.',
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
