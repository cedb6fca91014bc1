interface ProgressRingProps {
  /** 0 to 1; null draws an empty ring: something runs, its end is not known. */
  readonly value: number | null
}

const radius = 6
const circumference = 2 * Math.PI * radius

export function ProgressRing({ value }: ProgressRingProps) {
  const share = value === null ? 0 : Math.min(1, Math.max(0, value))
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden>
      <circle cx="8" cy="8" r={radius} fill="none" stroke="var(--track)" strokeWidth="2.5" />
      <circle
        cx="8"
        cy="8"
        r={radius}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2.5"
        transform="rotate(-90 8 8)"
        strokeDasharray={`${String(share * circumference)} ${String(circumference)}`}
      />
    </svg>
  )
}
