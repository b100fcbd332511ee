/** Strong by every rule, and no person's name. */
export declare const PASSWORD: string;
