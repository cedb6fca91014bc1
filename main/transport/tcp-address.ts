export interface TcpAddress {
  readonly host: string
  readonly port: number
}

/** `host:port` or `[v6]:port`; null for anything else. A port of 0 asks the operating system for one (listening only). */
export function parseTcpAddress(text: string): TcpAddress | null {
  const match = /^(?:\[([0-9a-fA-F:.%]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text)
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3])
  return host === undefined || port > 65_535 ? null : { host, port }
}

export function formatTcpAddress({ host, port }: TcpAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
