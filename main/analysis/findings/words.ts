/** `1.2 s`, `350 ms`, as people read them in a sentence. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}

const mebibyte = 2 ** 20

export function size(bytes: number): string {
  return bytes >= mebibyte ? `${(bytes / mebibyte).toFixed(1)} MiB` : `${(bytes / 1024).toFixed(0)} KiB`
}

export function times(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
