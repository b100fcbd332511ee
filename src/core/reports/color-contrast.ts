/** The contrast of a colour `#rrggbb` with white, from 1 to 21 (WCAG 2.2). */
export function contrastOnWhite(color: string): number {
  return 1.05 / (luminanceOf(channelsOf(color)) + 0.05);
}

/** The lightest colour of the same hue, darker than the given one, that has a contrast with white. */
export function nearestWithContrast(color: string, contrastMin: number): string {
  const channels = channelsOf(color);
  // Darker by one part in 256 each time: black has all the contrast there is.
  for (let part = 255; part > 0; part--) {
    const darker = toColor(channels.map((channel) => Math.floor((channel * part) / 256)));
    if (contrastOnWhite(darker) >= contrastMin) return darker;
  }
  return '#000000';
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function toColor(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
