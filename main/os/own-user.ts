import os from 'node:os'

export interface OwnUser {
  /** -1 on Windows. */
  readonly userId: number
  /** Null for a user id without an account, as containers run with. */
  readonly userName: string | null
}

/** Who we run as. */
export function ownUser(): OwnUser {
  try {
    const { uid, username } = os.userInfo()
    return { userId: uid, userName: username }
  } catch {
    // ENOENT: no account has this id.
    return { userId: process.geteuid?.() ?? -1, userName: null }
  }
}
