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

/** `Type.Method` of a name with its namespace; dots inside of type arguments part nothing. */
export function shortMethod(method: string): string {
  let depth = 0
  let dots = 0
  for (let at = method.length - 1; at > 0; at--) {
    const sign = method[at]!
    if (']>)'.includes(sign)) depth++
    else if ('[<('.includes(sign)) depth--
    else if (sign === '.' && depth === 0 && ++dots === 2) return method.slice(at + 1)
  }
  return method
}
