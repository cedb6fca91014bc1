const kinds = { Float64Array, Uint32Array, Uint8Array, Float32Array, Int32Array } as const

/** Answers with columns, as text for the page (`renderer/testing/trace-page/unpacked.ts`). */
export function packed(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    const kind = Object.entries(kinds).find(([, type]) => one instanceof type)?.[0]
    if (kind === undefined) return typeof one === 'bigint' ? Number(one) : one
    const { buffer, byteOffset, byteLength } = one as Uint8Array
    return { packed: kind, base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
  })
}
