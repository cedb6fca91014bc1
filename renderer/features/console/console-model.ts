import {
  consoleCommands,
  type ConsoleCommand,
  type ConsoleMessage,
  type ConsolePayload,
} from '../../../shared/model/console.ts'

export interface ConsoleForm {
  readonly command: string
  readonly mode: 'fields' | 'bytes'
  /** By field; what was typed for one command is kept for others with the same field. */
  readonly values: Readonly<Record<string, string>>
  /** Nullable fields that are left out. */
  readonly nulls: readonly string[]
  readonly hex: string
}

export const emptyConsoleForm: ConsoleForm = {
  command: 'ProcessInfo2',
  mode: 'fields',
  values: {},
  nulls: [],
  hex: '',
}

export function commandOf(form: ConsoleForm): ConsoleCommand {
  return consoleCommands.find(({ name }) => name === form.command) ?? consoleCommands[0]!
}

/** Null: the bytes are no bytes. */
export function payloadOf(form: ConsoleForm): ConsolePayload | null {
  if (form.mode === 'bytes') {
    const bytes = readHex(form.hex)
    return bytes === null ? null : { kind: 'bytes', bytes }
  }
  const entries = commandOf(form).fields.map(({ name, kind, choices }) => {
    const first = choices === undefined ? '' : (Object.keys(choices)[0] ?? '')
    const isNull = kind === 'nullableText' && form.nulls.includes(name)
    return [name, isNull ? null : (form.values[name] ?? first)] as const
  })
  return { kind: 'fields', values: Object.fromEntries(entries) }
}

/** Digits in pairs; blanks, line ends and 0x do not matter. */
export function readHex(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.replaceAll(/0x|[\s,]/gi, '')
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) return null
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

const maskedByte = '••'

/** Lines of sixteen bytes with their offsets; bytes of secrets are dots until they are revealed. */
export function hexLines({ bytes, pieces }: ConsoleMessage, isRevealed: boolean): readonly string[] {
  const isHidden = new Uint8Array(bytes.length)
  if (!isRevealed)
    for (const { offset, length, isSecret } of pieces) if (isSecret) isHidden.fill(1, offset, offset + length)
  const lines: string[] = []
  for (let start = 0; start < bytes.length; start += 16) {
    const row = Array.from(bytes.subarray(start, start + 16), (byte, index) =>
      isHidden[start + index] === 1 ? maskedByte : byte.toString(16).padStart(2, '0'),
    )
    const text = Array.from(bytes.subarray(start, start + 16), (byte, index) =>
      isHidden[start + index] === 1 || byte < 32 || byte > 126 ? '.' : String.fromCharCode(byte),
    )
    lines.push(`${start.toString(16).padStart(4, '0')}  ${row.join(' ').padEnd(47)}  ${text.join('')}`)
  }
  return lines
}

/** The pieces as lines of `name: text`. */
export function piecesText({ pieces }: ConsoleMessage, isRevealed: boolean): string {
  return pieces.map(({ name, text, isSecret }) => `${name}: ${isSecret && !isRevealed ? '••••••••' : text}`).join('\n')
}
