/** A host as a person names it: an alias of the ssh configuration, or `user@host` with an optional port. */
export interface SshHost {
  /** As it was given: the name of the machine everywhere. */
  readonly destination: string
  readonly user: string | null
  readonly host: string
  readonly port: number | null
}

const userName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/
/** Letters, digits, dots, dashes and underscores; never a dash first, so that it can't become a switch of ssh. */
const hostName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/
const address6 = /^\[([0-9A-Fa-f:]{2,39})\]$/

/** Null for anything else, above all what a shell, ssh or a `ProxyCommand` of the configuration would expand. */
export function parseSshHost(text: string): SshHost | null {
  const at = text.indexOf('@')
  const user = at < 0 ? null : text.slice(0, at)
  if (user !== null && !userName.test(user)) return null
  const found = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text.slice(at + 1))
  if (found === null) return null
  const port = found[2] === undefined ? null : Number(found[2])
  if (port !== null && (port < 1 || port > 65_535)) return null
  const named = found[1] ?? ''
  const host = address6.exec(named)?.[1] ?? (hostName.test(named) ? named : null)
  return host === null ? null : { destination: text, user, host, port }
}

/** The destination as arguments of ssh, after all switches. */
export function hostArguments({ user, host, port }: SshHost): readonly string[] {
  return [...(port === null ? [] : ['-p', `${port}`]), ...(user === null ? [] : ['-l', user]), '--', host]
}
