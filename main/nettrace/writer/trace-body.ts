import { ByteBuilder } from '../../../shared/base/byte-builder.ts'

export interface ClockInit {
  readonly syncUnixMs: number
  readonly syncTicks: bigint
  readonly ticksPerSecond: number
}

/** 8 x i16 SYSTEMTIME | i64 sync ticks | i64 ticks per second: how every container since V3 states its clock. */
export function clockBytes(init: ClockInit): ByteBuilder {
  const time = new Date(init.syncUnixMs)
  return new ByteBuilder()
    .u16(time.getUTCFullYear())
    .u16(time.getUTCMonth() + 1)
    .u16(time.getUTCDay())
    .u16(time.getUTCDate())
    .u16(time.getUTCHours())
    .u16(time.getUTCMinutes())
    .u16(time.getUTCSeconds())
    .u16(time.getUTCMilliseconds())
    .i64(init.syncTicks)
    .i64(BigInt(init.ticksPerSecond))
}

/** One address after the other, leaf first. */
export function addAddresses(builder: ByteBuilder, addresses: readonly bigint[], pointerBytes: number): ByteBuilder {
  for (const address of addresses)
    if (pointerBytes === 8) builder.i64(BigInt.asIntN(64, address))
    else builder.u32(Number(BigInt.asUintN(32, address)))
  return builder
}
