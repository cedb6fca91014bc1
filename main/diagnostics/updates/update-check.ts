import { type Disposable } from '../../../shared/base/disposable.ts'
import type { UpdateState } from '../../../shared/model/updates.ts'
import type { SettingsStore } from '../../storage/settings.ts'
import type { HttpsFileOptions, readHttpsFile } from '../../transport/https-file.ts'
import { isNewer, parseReleaseFile } from './release-file.ts'

const maxBytes = 64 * 1024
const deadlineMs = 15_000
const dayMs = 24 * 60 * 60_000
/** The start belongs to the person. */
const firstCheckMs = 60_000

export interface UpdateCheckParts {
  /** null: this build has none. */
  readonly address: URL | null
  readonly ownVersion: string
  readonly settings: Pick<SettingsStore, 'current' | 'onChange'>
  readonly now: () => number
  readonly ca?: string
  readonly read?: typeof readHttpsFile
}

/**
 * Asks one file once a day whether there is a newer version, while the setting is on and the app runs. It tells, and does no more: nothing
 * is downloaded or installed. Turned off, what was learnt is forgotten and no request is made.
 */
export class UpdateCheck implements Disposable {
  readonly #parts: UpdateCheckParts
  readonly #listening: Disposable
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #known: UpdateState = { kind: 'waiting' }
  #wasOn: boolean

  constructor(parts: UpdateCheckParts) {
    this.#parts = parts
    this.#wasOn = this.#isOn
    if (this.#isOn) this.#schedule(firstCheckMs)
    this.#listening = parts.settings.onChange(() => this.#follow())
  }

  state(): UpdateState {
    if (this.#parts.address === null) return { kind: 'unavailable' }
    return this.#isOn ? this.#known : { kind: 'off' }
  }

  /** At once, when it is on; whoever asks meanwhile waits for the same answer. */
  async check(): Promise<UpdateState> {
    if (this.#isOn) await (this.#running ??= this.#ask().finally(() => (this.#running = null)))
    return this.state()
  }

  dispose(): void {
    this.#listening.dispose()
    this.#unschedule()
  }

  get #isOn(): boolean {
    return this.#parts.address !== null && this.#parts.settings.current.isUpdateCheckOn
  }

  #follow(): void {
    if (this.#isOn === this.#wasOn) return
    this.#wasOn = this.#isOn
    this.#known = { kind: 'waiting' }
    if (this.#isOn) this.#schedule(firstCheckMs)
    else this.#unschedule()
  }

  async #ask(): Promise<void> {
    const { address, ownVersion, now, ca } = this.#parts
    if (address === null) return
    this.#schedule(dayMs)
    // Loading https costs time that a start without it saves.
    const read = this.#parts.read ?? (await import('../../transport/https-file.ts')).readHttpsFile
    const options: HttpsFileOptions = { deadlineMs, maxBytes, ...(ca === undefined ? {} : { ca }) }
    const answer = await read(address, options)
    // It was turned off, or off and on, while the answer was on its way.
    if (!this.#isOn) return
    const checkedMs = now()
    const version = answer.ok ? parseReleaseFile(answer.value) : null
    if (!answer.ok) {
      const reason = answer.error === 'too-long' ? 'not-understood' : answer.error
      this.#known = { kind: 'failed', reason, checkedMs }
    } else if (version === null) this.#known = { kind: 'failed', reason: 'not-understood', checkedMs }
    else if (isNewer(version, ownVersion)) this.#known = { kind: 'newer', version, checkedMs }
    else this.#known = { kind: 'current', checkedMs }
  }

  #schedule(inMs: number): void {
    this.#unschedule()
    // A check that fails is a state, never a rejection.
    this.#timer = setTimeout(() => void this.check(), inMs)
    this.#timer.unref()
  }

  #unschedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

/** Where a started app asks: a constant of the build, which a build from source may replace for a test. */
export function releaseAddress(
  built: string | null,
  isPackaged: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): URL | null {
  const text = isPackaged ? built : (environment['PIPESCOPE_RELEASE_FILE'] ?? built)
  if (text === null || !URL.canParse(text)) return null
  const address = new URL(text)
  return address.protocol === 'https:' ? address : null
}
