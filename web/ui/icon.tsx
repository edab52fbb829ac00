import type { IconNode } from 'lucide'

interface IconProps {
  /** The shapes of the icon, from the icon library. */
  of: IconNode
  /** Width and height in pixels. */
  size: number
  /** Width of the lines, in units of the icon's grid of 24 × 24. */
  strokeWidth?: number
}

/** A decorative icon in the color of the text around it. Screen readers skip the icon, so it needs a text beside it. */
export function Icon({ of, size, strokeWidth = 1.5 }: IconProps) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" strokeWidth={strokeWidth} aria-hidden>
      {of.map(([Shape, attributes], index) => (
        <Shape key={index} {...attributes} />
      ))}
    </svg>
  )
}
