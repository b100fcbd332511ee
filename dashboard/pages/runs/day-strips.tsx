import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { day, longDay } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import type { DayQuality, Strip, Strips } from './runs.data.ts';
import styles from './runs.module.css';
import { dayWords, WORDS } from './runs.words.ts';

/** Days that the arrow keys and their like go. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** A row a platform, a column a day: how many questions were answered, failed and were not asked. */
export function DayStrips({ strips: { dates, strips, most } }: { strips: Strips<DayQuality> }) {
  const [at, setAt] = useState<number | null>(null);
  const last = dates.length - 1;
  const move = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const steer = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move((at ?? last) + step);
  };
  const shown = at ?? last;
  return (
    <div
      className={styles.strips}
      role="slider"
      tabIndex={0}
      aria-label={WORDS.questionsByDayAndPlatformUse}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={`${longDay(dates[shown] ?? '')}. ${wordsOf(strips, shown).join('. ')}`}
      onKeyDown={steer}
      onBlur={() => setAt(null)}
      onPointerLeave={() => setAt(null)}
    >
      {strips.map((strip) => (
        <Row key={strip.platform} strip={strip} most={most} at={at} move={move} />
      ))}
      <div className={styles.axis} aria-hidden="true">
        <span>{day(dates[0] ?? '')}</span>
        <span>{day(dates[Math.floor(last / 2)] ?? '')}</span>
        <span>{day(dates[last] ?? '')}</span>
      </div>
      <div className={styles.told} aria-hidden="true">
        <p className={styles.day}>{longDay(dates[shown] ?? '')}</p>
        <ul>
          {wordsOf(strips, shown).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface RowProps {
  strip: Strip<DayQuality>;
  most: number;
  at: number | null;
  move: (to: number) => void;
}

function Row({ strip: { platform, days }, most, at, move }: RowProps) {
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    move(Math.floor(((event.clientX - left) / width) * days.length));
  };
  return (
    <div className={styles.row} aria-hidden="true">
      <span className={styles.dayStripsName}>
        <PlatformName platform={platform} />
      </span>
      <span className={styles.days} onPointerMove={point}>
        {days.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its day
          <span key={index} className={styles.column} data-shown={index === at}>
            {row && <Column row={row} most={most} />}
          </span>
        ))}
      </span>
    </div>
  );
}

/** From below: answered, failed, not asked, under way. */
function Column({ row, most }: { row: DayQuality; most: number }) {
  const { platform, accepted, failed, skipped, underWay } = row;
  const height = (value: number) => `${(100 * value) / most}%`;
  return (
    <>
      {underWay > 0 && <span className={styles.open} style={{ height: height(underWay) }} />}
      {skipped > 0 && <span className={styles.skipped} style={{ height: height(skipped) }} />}
      {failed > 0 && <span className={styles.failed} style={{ height: height(failed) }} />}
      {accepted > 0 && (
        <span
          className={styles.accepted}
          style={{ height: height(accepted), background: platformOf(platform).color }}
        />
      )}
    </>
  );
}

function wordsOf(strips: readonly Strip<DayQuality>[], at: number): string[] {
  return strips.map(({ platform, days }) => {
    const row = days[at];
    return row ? dayWords(row) : `${platformOf(platform).name}: nothing planned`;
  });
}
