import type { ReactNode } from 'react';

/** Icons of 16 pixels in the weight of the text beside them. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const OverviewIcon = () => (
  <Icon>
    <path d="M2 13V3M2 13h12M5 10l3-3 2 2 4-4" />
  </Icon>
);
export const AlertIcon = () => (
  <Icon>
    <path d="M8 2l6 11H2zM8 6v3M8 11v0" />
  </Icon>
);
export const PromptIcon = () => (
  <Icon>
    <path d="M2 4h12M2 8h12M2 12h7" />
  </Icon>
);
export const AnswerIcon = () => (
  <Icon>
    <path d="M2.5 3h11v8H8l-3 2.5V11H2.5z" />
  </Icon>
);
export const DestinationIcon = () => (
  <Icon>
    <path d="M14 2L7 9M14 2l-4.5 12L7 9 2 6.5z" />
  </Icon>
);
export const CitationIcon = () => (
  <Icon>
    <path d="M6.5 9.5l3-3M7 4.5l1-1a3 3 0 014.5 4.5l-1 1M9 11.5l-1 1A3 3 0 013.5 8l1-1" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <path d="M7 2.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9zM10.3 10.3l3.2 3.2" />
  </Icon>
);
export const SegmentIcon = () => (
  <Icon>
    <path d="M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5H9z" />
  </Icon>
);
export const RivalIcon = () => (
  <Icon>
    <path d="M3 13V8M8 13V3M13 13V6" />
  </Icon>
);
export const KeyIcon = () => (
  <Icon>
    <circle cx="5" cy="11" r="2.5" />
    <path d="M7 9l6-6M11 5l2 2" />
  </Icon>
);
export const RunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.5" />
    <path d="M8 5v3l2 1.5" />
  </Icon>
);
export const SettingsIcon = () => (
  <Icon>
    <path d="M2 5h7M13 5h1M2 11h1M7 11h7" />
    <circle cx="11" cy="5" r="1.8" />
    <circle cx="5" cy="11" r="1.8" />
  </Icon>
);
export const TableIcon = () => (
  <Icon>
    <path d="M2 3.5h12v9H2zM2 7h12M7 7v5.5" />
  </Icon>
);
export const ChartIcon = () => (
  <Icon>
    <path d="M2 13h12M3 10l3.5-4 3 2.5L13 4" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M8 2.5v7M5 7l3 3 3-3M3 13h10" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3" />
    <path d="M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9" />
  </Icon>
);
export const UpIcon = () => (
  <Icon>
    <path d="M8 13V3M4 7l4-4 4 4" />
  </Icon>
);
export const DownIcon = () => (
  <Icon>
    <path d="M8 3v10M4 9l4 4 4-4" />
  </Icon>
);
export const NoiseIcon = () => (
  <Icon>
    <path d="M1.5 8c1.5-4 3-4 4.3 0s2.9 4 4.3 0 2.9-4 4.4 0" />
  </Icon>
);
export const CaretIcon = () => (
  <Icon>
    <path d="M5 6.5L8 9.5l3-3" />
  </Icon>
);
export const ProjectsIcon = () => (
  <Icon>
    <path d="M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z" />
  </Icon>
);
export const PeopleIcon = () => (
  <Icon>
    <circle cx="6" cy="5" r="2.5" />
    <path d="M1.5 13.5c0-5 9-5 9 0M10.5 2.8a2.5 2.5 0 010 4.4M12 9.5c1.6.6 2.5 2 2.5 4" />
  </Icon>
);
export const PlatformIcon = () => (
  <Icon>
    <path d="M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01" />
  </Icon>
);
export const ReportIcon = () => (
  <Icon>
    <path d="M2.5 3h11v10h-11zM5 5h.01M5 11h.01" />
  </Icon>
);
export const AccountIcon = () => (
  <Icon>
    <circle cx="8" cy="5" r="2.8" />
    <path d="M2.5 14c0-6 11-6 11 0" />
  </Icon>
);
export const LeaveIcon = () => (
  <Icon>
    <path d="M6.5 2.5H3v11h3.5M6.5 8H14M11 5l3 3-3 3" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon>
    <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="2.5" />
  </Icon>
);
export const KeyboardIcon = () => (
  <Icon>
    <path d="M1.5 4h13v8h-13zM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M5 9.5h6" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />
  </Icon>
);
export const SortIcon = () => (
  <Icon>
    <path d="M5 6l3-3 3 3M5 10l3 3 3-3" />
  </Icon>
);
