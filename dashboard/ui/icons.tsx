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
    <path d="M14 2L7 9M14 2l-4.500 12L7 9 2 6.500z" />
  </Icon>
);
export const CitationIcon = () => (
  <Icon>
    <path d="M6.5 9.5l3-3M7 4.5l1-1a3 3 0 014.5 4.5l-1 1M9 11.500l-1 1A3 3 0 013.500 8l1-1" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <path d="M7 2.5a4.500 4.500 0 100 9 4.500 4.500 0 000-9zM10.300 10.300l3.200 3.200" />
  </Icon>
);
export const SegmentIcon = () => (
  <Icon>
    <path d="M2.500 2.500h4.500v4.500h-4.500zM9 2.500h4.500v4.500H9zM2.500 9h4.500v4.500h-4.500zM9 9h4.500v4.500H9z" />
  </Icon>
);
export const RivalIcon = () => (
  <Icon>
    <path d="M3 13V8M8 13V3M13 13V6" />
  </Icon>
);
export const KeyIcon = () => (
  <Icon>
    <circle cx="5" cy="11" r="2.500" />
    <path d="M7 9l6-6M11 5l2 2" />
  </Icon>
);
export const RunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.500" />
    <path d="M8 5v3l2 1.500" />
  </Icon>
);
export const SettingsIcon = () => (
  <Icon>
    <path d="M2 5h7M13 5h1M2 11h1M7 11h7" />
    <circle cx="11" cy="5" r="1.800" />
    <circle cx="5" cy="11" r="1.800" />
  </Icon>
);
export const TableIcon = () => (
  <Icon>
    <path d="M2 3.500h12v9H2zM2 7h12M7 7v5.500" />
  </Icon>
);
export const ChartIcon = () => (
  <Icon>
    <path d="M2 13h12M3 10l3.500-4 3 2.500L13 4" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M8 2.500v7M5 7l3 3 3-3M3 13h10" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.800" />
    <path d="M8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300" />
    <path d="M3.400 3.400l.9.9M11.700 11.700l.9.9M3.400 12.600l.9-.9M11.700 4.300l.9-.9" />
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
    <path d="M1.500 8c1.500-4 3-4 4.300 0s2.900 4 4.300 0 2.900-4 4.400 0" />
  </Icon>
);
export const CaretIcon = () => (
  <Icon>
    <path d="M5 6.500L8 9.500l3-3" />
  </Icon>
);
export const ProjectsIcon = () => (
  <Icon>
    <path d="M2.5 2.5h4.500v4.500H2.500zM9 2.500h4.500v4.500H9zM2.500 9h4.500v4.500H2.500zM9 9h4.500v4.500H9z" />
  </Icon>
);
export const PeopleIcon = () => (
  <Icon>
    <circle cx="6" cy="5" r="2.500" />
    <path d="M1.500 13.500c0-5 9-5 9 0M10.500 2.800a2.500 2.500 0 010 4.400M12 9.500c1.600.6 2.500 2 2.500 4" />
  </Icon>
);
export const PlatformIcon = () => (
  <Icon>
    <path d="M2.500 3h11v4h-11zM2.500 9h11v4h-11zM5 5h.01M5 11h.01" />
  </Icon>
);
export const ReportIcon = () => (
  <Icon>
    <path d="M3.500 1.500h6l3 3v10h-9zM9.500 1.500v3h3M5.500 8h5M5.500 10.500h5" />
  </Icon>
);
export const AccountIcon = () => (
  <Icon>
    <circle cx="8" cy="5" r="2.800" />
    <path d="M2.500 14c0-6 11-6 11 0" />
  </Icon>
);
export const LeaveIcon = () => (
  <Icon>
    <path d="M6.500 2.500H3v11h3.500M6.500 8H14M11 5l3 3-3 3" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon>
    <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="2.500" />
  </Icon>
);
export const KeyboardIcon = () => (
  <Icon>
    <path d="M1.500 4h13v8h-13zM4 6.500h.01M6.700 6.500h.01M9.300 6.500h.01M12 6.500h.01M5 9.500h6" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M3.500 3.500l9 9M12.500 3.500l-9 9" />
  </Icon>
);
export const SortIcon = () => (
  <Icon>
    <path d="M5 6l3-3 3 3M5 10l3 3 3-3" />
  </Icon>
);
