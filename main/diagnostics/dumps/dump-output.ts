import type { DumpAccess } from '../../../shared/model/dump.ts'
import { isSameFile, madeFileAt, restrictToOwner, type MadeFile } from './made-file.ts'

/** The file of one request: for its owner alone as soon as it is there, and known again by its inode. */
export class DumpOutput {
  readonly #path: string | null
  readonly #userName: (id: number) => string | null
  #before: MadeFile | null = null
  #made: MadeFile | null = null
  #wasRestricted = false
  #leftover: MadeFile | null = null

  constructor(visiblePath: string | null, userName: (id: number) => string | null = () => null) {
    this.#path = visiblePath
    this.#userName = userName
  }

  get leftover(): MadeFile | null {
    return this.#leftover
  }

  /** What is there under that name already, and is then overwritten, is not ours to remove. */
  begin(): void {
    this.#before = this.#path === null ? null : madeFileAt(this.#path)
  }

  look(): void {
    if (this.#path === null || this.#made !== null) return
    const found = madeFileAt(this.#path)
    if (found === null || isSameFile(found, this.#before)) return
    this.#made = found
    this.#wasRestricted = restrictToOwner(this.#path, this.#userName)?.change === 'restricted'
  }

  /** @param file where it is now, after a rename */
  end(file: string | null, isWhole: boolean, crashReportPath: string | null = null): DumpAccess | null {
    const found = file === null ? null : madeFileAt(file)
    // What was moved aside and put back was written by somebody else.
    const isWritten = isSameFile(found, this.#made) || isSameFile(found, this.#before)
    if (!isWhole && isSameFile(found, this.#made)) this.#leftover = found
    const ofReport = crashReportPath === null ? null : restrictToOwner(crashReportPath, this.#userName)
    const ofDump = file === null || !isWritten ? null : restrictToOwner(file, this.#userName)
    if (ofReport?.change === 'refused') return ofDump?.change === 'refused' ? ofDump : ofReport
    const access = ofDump ?? ofReport
    return access?.change === 'none-needed' && this.#wasRestricted ? { ...access, change: 'restricted' } : access
  }
}
