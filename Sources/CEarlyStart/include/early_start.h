#ifndef SCOREVIEW_EARLY_START_H
#define SCOREVIEW_EARLY_START_H

/// Does nothing but keep the module in the program: its work is done before `main`.
int scoreview_early_start(void);

#endif
