/** ES2024: every Electron that runs the app has it, the oldest Node of the tests has not. */
interface TransferableBuffer extends ArrayBuffer {
  transfer?(newByteLength: number): ArrayBuffer
}

/**
 * Frees the memory of a buffer that nobody reads any more. It has the length 0 afterwards, and so have the views of it. Left to the
 * collector it would stay for as long as what refers to it is not looked at, which for messages of a quiet page is minutes.
 */
export function releaseBuffer(buffer: ArrayBuffer): void {
  const freed: TransferableBuffer = buffer
  freed.transfer?.(0)
}
