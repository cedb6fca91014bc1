import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { FarFileRequest } from './far-file-script.ts'
import type { FarLaunchRequest } from './far-launch-script.ts'
import type { FarReply } from './far-replies.ts'
import type { SshLink } from './ssh-link.ts'

export type SessionLink = Pick<SshLink, 'isOpen' | 'openShell'>

/** A shell of its own beside the one that looks, in the connection that is there, with what can go wrong with it as errors. */
export class FarSession implements Disposable {
  readonly #link: SessionLink
  readonly #machine: string
  readonly #shell: NonNullable<ReturnType<SshLink['openShell']>>

  private constructor(link: SessionLink, machine: string, shell: NonNullable<ReturnType<SshLink['openShell']>>) {
    this.#link = link
    this.#machine = machine
    this.#shell = shell
  }

  static open(link: SessionLink | null, machine: string, script: string): Result<FarSession, AppError> {
    const shell = link?.openShell(script) ?? null
    if (link === null || shell === null) return err({ kind: 'link-lost', machine })
    return ok(new FarSession(link, machine, shell))
  }

  dispose(): void {
    this.#shell.dispose()
  }

  /** `ifBroken`: what is said of a word with a line break, which no request can hold. */
  async ask(
    request: FarFileRequest | FarLaunchRequest,
    words: readonly (string | number)[],
    { timeoutMs, ifBroken }: { readonly timeoutMs: number; readonly ifBroken: AppError },
  ): Promise<Result<FarReply, AppError>> {
    if (words.some((word) => /[\0\n\r]/.test(`${word}`))) return err(ifBroken)
    const asked = await this.#shell.ask(request, words, timeoutMs)
    if (asked.ok) return asked
    if (!this.#link.isOpen) return err({ kind: 'link-lost', machine: this.#machine })
    if (asked.error === 'no-answer') return err({ kind: 'timeout', operation: `${request} over SSH`, timeoutMs })
    if (asked.error === 'too-long')
      return err({ kind: 'malformed', what: 'answer over SSH', offset: 0, expected: 'at most 8 MB', found: 'more' })
    // `MaxSessions` of the server.
    return err({ kind: 'unsupported', feature: 'second-ssh-session', neededVersion: null, actualVersion: null })
  }
}
