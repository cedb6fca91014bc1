/** A pulse through a lens. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      aria-hidden
    >
      <circle cx="12" cy="12" r="8.5" />
      <path d="M1.5 12h4.4l2.2-4.3 3.2 8.8 3-7 1.5 2.5h6.7" strokeWidth={1.75} strokeLinejoin="round" />
    </svg>
  )
}
