import { readClsid } from '../../../shared/base/profiler-vendors.ts'
import { advancedLabels } from './advanced-labels.ts'

/** How the data for a profiler is written by a person. */
export type DataForm = 'text' | 'hex' | 'base64' | 'file'

/** More than this does not fit into one message of the protocol. */
export const maxDataBytes = 60_000

/** Null: it is not in that form. */
export function dataBytes(form: Exclude<DataForm, 'file'>, text: string): Uint8Array | null {
  switch (form) {
    case 'text':
      return new TextEncoder().encode(text)
    case 'hex': {
      const digits = text.replace(/0x|[\s,:-]/gi, '')
      if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return null
      return Uint8Array.from({ length: digits.length / 2 }, (_none, index) =>
        Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
      )
    }
    case 'base64': {
      const letters = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(letters) || letters.replace(/=+$/, '').length % 4 === 1) return null
      try {
        return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
      } catch {
        // Padding at the wrong place.
        return null
      }
    }
  }
}

export interface ProfilerForm {
  readonly clsid: string
  readonly path: string
  readonly form: DataForm
  readonly text: string
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  readonly timeoutSeconds: string
}

export const emptyProfilerForm: ProfilerForm = {
  clsid: '',
  path: '',
  form: 'text',
  text: '',
  file: null,
  timeoutSeconds: '10',
}

export function bytesOf({ form, text, file }: ProfilerForm): Uint8Array | null {
  return form === 'file' ? (file?.bytes ?? new Uint8Array()) : dataBytes(form, text)
}

/** Why it cannot be attached; null when it can. */
export function profilerFormProblem(form: ProfilerForm): string | null {
  if (readClsid(form.clsid) === null) return advancedLabels.profilerModel.enterClsid
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(form.path)) return advancedLabels.profilerModel.enterPath
  const bytes = bytesOf(form)
  if (bytes === null)
    return form.form === 'hex' ? advancedLabels.profilerModel.invalidHex : advancedLabels.profilerModel.invalidBase64
  if (bytes.length > maxDataBytes)
    return advancedLabels.profilerModel.dataTooLong(String(bytes.length), String(maxDataBytes))
  const seconds = Number(form.timeoutSeconds)
  if (form.timeoutSeconds.trim() === '' || !(seconds >= 0 && seconds <= 600))
    return advancedLabels.profilerModel.invalidTimeout
  return null
}
