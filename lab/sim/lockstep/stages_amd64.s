#include "textflag.h"
#include "go_asm.h"

// The stages of a step for all games at once. A register holds a row: one byte
// for every game. DI is the block. What each stage does is written in plain.go.

DATA stride<>+0(SB)/8, $0xa0761d6478bd642f
GLOBL stride<>(SB), RODATA|NOPTR, $8
DATA salt<>+0(SB)/8, $0xe7037ed1a0b428db
GLOBL salt<>(SB), RODATA|NOPTR, $8
DATA lower<>+0(SB)/8, $0x00000000ffffffff
GLOBL lower<>(SB), RODATA|NOPTR, $8
DATA byte0<>+0(SB)/8, $0x00000000000000ff
GLOBL byte0<>(SB), RODATA|NOPTR, $8
DATA six64<>+0(SB)/8, $6
GLOBL six64<>(SB), RODATA|NOPTR, $8

// The numbers 0 to 6, then -128, 127, -8 and -122.
DATA small<>+0(SB)/8, $0x8006050403020100
DATA small<>+8(SB)/8, $0x000000000086f87f
GLOBL small<>(SB), RODATA|NOPTR, $16
#define NOWHERE small<>+7(SB)
#define ABOVE small<>+8(SB)
#define FAR small<>+9(SB)
#define NEARBY small<>+10(SB)

// Whether 0 <= x < n, with n up to 6, is one comparison if x is 128 too small:
// x-128 < n-128 as signed bytes. So what is subtracted is made 128 larger.

// DRAW makes the number of bot.Rand from the state in s: the upper half of its 64
// bits goes into the lower half of x. Y14 is the salt, Y15 lower; a to d are lost.
// It multiplies by parts of 32 bits.
#define DRAW(s, x, a, b, c, d) \
	VPXOR    Y14, s, a;   \
	VPSRLQ   $32, s, b;   \
	VPSRLQ   $32, a, c;   \
	VPMULUDQ a, s, x;     \
	VPMULUDQ c, s, d;     \
	VPMULUDQ a, b, a;     \
	VPMULUDQ c, b, b;     \
	VPSRLQ   $32, x, x;   \
	VPADDQ   x, d, d;     \
	VPAND    Y15, d, x;   \
	VPADDQ   x, a, a;     \
	VPSRLQ   $32, d, d;   \
	VPADDQ   d, b, b;     \
	VPSRLQ   $32, a, d;   \
	VPADDQ   d, b, b;     \
	VPSRLQ   $32, b, b;   \
	VPXOR    a, b, x

// THROW throws the dice of row j of the states and appends them to Y0.
#define THROW(j) \
	VMOVDQU  (block_state+32*j)(DI), Y1; \
	VPADDQ   Y13, Y1, Y1;                \
	VMOVDQU  Y1, (block_state+32*j)(DI); \
	DRAW(Y1, Y2, Y3, Y4, Y5, Y6);        \
	VPMULUDQ Y12, Y2, Y2;                \
	VPSRLQ   $32, Y2, Y2;                \
	VPSLLQ   $8, Y0, Y0;                 \
	VPOR     Y2, Y0, Y0

// func fastThrow(b *block)
TEXT ·fastThrow(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VPBROADCASTQ six64<>(SB), Y12
	VPBROADCASTQ stride<>(SB), Y13
	VPBROADCASTQ salt<>(SB), Y14
	VPBROADCASTQ lower<>(SB), Y15
	VPXOR Y0, Y0, Y0
	THROW(7)
	THROW(6)
	THROW(5)
	THROW(4)
	THROW(3)
	THROW(2)
	THROW(1)
	THROW(0)
	VPCMPEQB Y1, Y1, Y1
	VPSUBB Y1, Y0, Y0
	VMOVDQU Y0, block_die(DI)
	VZEROUPPER
	RET

// FROM finds man i of the seat to move. Y1 to Y3 are the games of seats 1 to 3.
#define FROM(i) \
	VMOVDQU   (block_men+32*i)(DI), Y4;              \
	VPBLENDVB Y1, (block_men+32*(4+i))(DI), Y4, Y4;  \
	VPBLENDVB Y2, (block_men+32*(8+i))(DI), Y4, Y4;  \
	VPBLENDVB Y3, (block_men+32*(12+i))(DI), Y4, Y4; \
	VMOVDQU   Y4, (block_from+32*i)(DI)

// SEE finds man k as the seat to move sees it; Y5 is the way ahead.
#define SEE(k) \
	VMOVDQU   (block_men+32*(k))(DI), Y6; \
	VPADDB    Y5, Y6, Y7;               \
	VPCMPGTB  Y12, Y7, Y8;              \
	VPAND     Y13, Y8, Y8;              \
	VPSUBB    Y8, Y7, Y7;               \
	VPMINUB   Y14, Y6, Y8;              \
	VPCMPEQB  Y6, Y8, Y8;               \
	VPCMPGTB  Y14, Y7, Y9;              \
	VPANDN    Y8, Y9, Y8;               \
	VPBLENDVB Y8, Y7, Y15, Y7;          \
	VMOVDQU   Y7, (block_seen+32*(k))(DI)

#define SEESEAT(s) \
	VMOVDQU (block_ahead+32*s)(DI), Y5; \
	VPSHUFB Y0, Y5, Y5;                 \
	SEE(4*s);                           \
	SEE(4*s+1);                         \
	SEE(4*s+2);                         \
	SEE(4*s+3)

// func fastLook(b *block)
TEXT ·fastLook(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VMOVDQU block_cur(DI), Y0
	VPBROADCASTB small<>+1(SB), Y1
	VPBROADCASTB small<>+2(SB), Y2
	VPBROADCASTB small<>+3(SB), Y3
	VPCMPEQB Y0, Y1, Y1
	VPCMPEQB Y0, Y2, Y2
	VPCMPEQB Y0, Y3, Y3
	FROM(0)
	FROM(1)
	FROM(2)
	FROM(3)
	VMOVDQU block_less(DI), Y12
	VMOVDQU block_track(DI), Y13
	VMOVDQU block_last(DI), Y14
	VPBROADCASTB NOWHERE, Y15
	SEESEAT(0)
	SEESEAT(1)
	SEESEAT(2)
	SEESEAT(3)
	VZEROUPPER
	RET

// STOPS adds the games in which a wall on the place Y12 stops the man whose
// progress plus 129 is at; Y4 is the die less 128.
#define STOPS(at, shut) \
	VPSUBB   at, Y12, Y13; \
	VPCMPGTB Y13, Y4, Y13; \
	VPOR     Y13, shut, shut

// PAIR looks at men k and k+1.
#define PAIR(k) \
	VMOVDQU   (block_seen+32*(k))(DI), Y12;        \
	VPCMPEQB  (block_seen+32*(k+1))(DI), Y12, Y13; \
	VPBLENDVB Y13, Y12, Y11, Y12;                \
	VPMINUB   Y10, Y12, Y13;                     \
	VPCMPEQB  Y12, Y13, Y13;                     \
	VPOR      Y13, Y5, Y5;                       \
	STOPS(Y0, Y6);                               \
	STOPS(Y1, Y7);                               \
	STOPS(Y2, Y8);                               \
	STOPS(Y3, Y9)

// func fastWalls(b *block)
TEXT ·fastWalls(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VPBROADCASTB NOWHERE, Y11
	VPCMPEQB Y15, Y15, Y15
	VPSUBB Y15, Y11, Y15 // -127
	VPADDB block_from(DI), Y15, Y0
	VPADDB (block_from+32)(DI), Y15, Y1
	VPADDB (block_from+64)(DI), Y15, Y2
	VPADDB (block_from+96)(DI), Y15, Y3
	VPADDB block_die(DI), Y11, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	VPXOR Y8, Y8, Y8
	VPXOR Y9, Y9, Y9
	VMOVDQU block_enter(DI), Y10
	PAIR(0)
	PAIR(1)
	PAIR(2)
	PAIR(4)
	PAIR(5)
	PAIR(6)
	PAIR(8)
	PAIR(9)
	PAIR(10)
	PAIR(12)
	PAIR(13)
	PAIR(14)
	VMOVDQU Y5, block_shut(DI)
	VMOVDQU Y6, (block_shut+32)(DI)
	VMOVDQU Y7, (block_shut+64)(DI)
	VMOVDQU Y8, (block_shut+96)(DI)
	VMOVDQU Y9, (block_shut+128)(DI)
	VZEROUPPER
	RET

// GOOD finds whether the man of a row can go as far as the die says: to is where,
// good the games.
#define GOOD(i, from, to, good) \
	VMOVDQU  (block_from+32*i)(DI), from;     \
	VPADDB   Y12, from, to;                   \
	VMOVDQU  to, (block_to+32*(i+1))(DI);     \
	VPCMPGTB to, Y13, good;                   \
	VPCMPGTB Y14, from, Y11;                  \
	VPAND    Y11, good, good

// LIST writes that a move is legal and counts it in Y15.
#define LIST(i, good) \
	VPAND   block_live(DI), good, good;    \
	VMOVDQU good, (block_legal+32*i)(DI);  \
	VPSUBB  good, Y15, Y15

// FREE takes away the games in which a wall or the duty to enter forbids a move.
#define FREE(i, good) \
	VMOVDQU (block_shut+32*i)(DI), Y11; \
	VPOR    Y9, Y11, Y11;               \
	VPANDN  good, Y11, good;            \
	LIST(i, good)

// func fastLudo(b *block)
TEXT ·fastLudo(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VMOVDQU block_die(DI), Y12
	VMOVDQU block_past(DI), Y13
	VPCMPEQB Y14, Y14, Y14
	VPXOR Y15, Y15, Y15
	GOOD(0, Y0, Y10, Y4)
	GOOD(1, Y1, Y10, Y5)
	GOOD(2, Y2, Y10, Y6)
	GOOD(3, Y3, Y10, Y7)
	VPCMPEQB Y0, Y14, Y8 // a man waits
	VPCMPEQB Y0, Y1, Y0
	VPCMPEQB Y1, Y2, Y1
	VPCMPEQB Y2, Y3, Y2
	VPANDN Y4, Y0, Y4
	VPANDN Y5, Y1, Y5
	VPANDN Y6, Y2, Y6
	VPBROADCASTB small<>+6(SB), Y9
	VPCMPEQB Y9, Y12, Y9
	VPAND Y9, Y8, Y8
	VMOVDQU block_shut(DI), Y11
	VPANDN Y8, Y11, Y8 // enters
	VPAND block_must(DI), Y8, Y9
	VMOVDQU block_enter(DI), Y10
	VMOVDQU Y10, block_to(DI)
	LIST(0, Y8)
	FREE(1, Y4)
	FREE(2, Y5)
	FREE(3, Y6)
	FREE(4, Y7)
	VMOVDQU Y15, block_count(DI)
	VMOVDQU block_live(DI), Y0
	VMOVDQU Y0, block_active(DI)
	VZEROUPPER
	RET

// TAKEN takes away the games in which another man of the seat is on to.
#define TAKEN(other, to, good) \
	VPCMPEQB other, to, Y11; \
	VPANDN   good, Y11, good

// LEAVE notes whether the man stands on its first space (in Y9) and can leave it
// (in Y10). Y8 is zero, and from becomes the first.
#define LEAVE(from, good) \
	VPCMPEQB Y8, from, from;    \
	VPOR     from, Y9, Y9;      \
	VPAND    from, good, Y11;   \
	VPOR     Y11, Y10, Y10

// DUTY lists a man that need not make room for others. Y9 are the games in which
// one enters, Y10 those in which another has to leave the first space.
#define DUTY(i, first, good) \
	VPANDN  Y10, first, Y11;  \
	VPOR    Y9, Y11, Y11;     \
	VPANDN  good, Y11, good;  \
	LIST(i, good)

// func fastMensch(b *block)
TEXT ·fastMensch(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VMOVDQU block_die(DI), Y12
	VMOVDQU block_past(DI), Y13
	VPCMPEQB Y14, Y14, Y14
	VPXOR Y15, Y15, Y15
	GOOD(3, Y3, Y8, Y7)
	GOOD(2, Y2, Y8, Y6)
	TAKEN(Y3, Y8, Y6)
	GOOD(1, Y1, Y8, Y5)
	TAKEN(Y2, Y8, Y5)
	TAKEN(Y3, Y8, Y5)
	GOOD(0, Y0, Y8, Y4)
	TAKEN(Y1, Y8, Y4)
	TAKEN(Y2, Y8, Y4)
	TAKEN(Y3, Y8, Y4)
	VPCMPEQB Y0, Y14, Y14 // a man waits
	VPXOR Y8, Y8, Y8
	VPXOR Y9, Y9, Y9
	VPXOR Y10, Y10, Y10
	LEAVE(Y0, Y4)
	LEAVE(Y1, Y5)
	LEAVE(Y2, Y6)
	LEAVE(Y3, Y7)
	VPBROADCASTB small<>+6(SB), Y8
	VPCMPEQB Y8, Y12, Y8
	VPAND Y14, Y8, Y8
	VPANDN Y8, Y9, Y9 // enters
	VPAND Y14, Y10, Y10
	VMOVDQU block_enter(DI), Y8
	VMOVDQU Y8, block_to(DI)
	VMOVDQU Y9, Y8
	LIST(0, Y8)
	DUTY(1, Y0, Y4)
	DUTY(2, Y1, Y5)
	DUTY(3, Y2, Y6)
	DUTY(4, Y3, Y7)
	VMOVDQU Y15, block_count(DI)
	VMOVDQU block_live(DI), Y0
	VMOVDQU Y0, block_active(DI)
	VZEROUPPER
	RET

// FRONT looks for man k one and two places beyond the move.
#define FRONT(k) \
	VMOVDQU  (block_seen+32*(k))(DI), Y5; \
	VPCMPEQB Y5, Y1, Y6;                \
	VPCMPEQB Y5, Y2, Y7;                \
	VPOR     Y6, Y3, Y3;                \
	VPOR     Y7, Y4, Y4

#define JUMP(i) \
	VPADDB (block_to+32*i)(DI), Y14, Y1; \
	VPADDB Y14, Y1, Y2;                  \
	VPXOR  Y3, Y3, Y3;                   \
	VPXOR  Y4, Y4, Y4;                   \
	FRONT(0);                            \
	FRONT(1);                            \
	FRONT(2);                            \
	FRONT(3);                            \
	FRONT(4);                            \
	FRONT(5);                            \
	FRONT(6);                            \
	FRONT(7);                            \
	FRONT(8);                            \
	FRONT(9);                            \
	FRONT(10);                           \
	FRONT(11);                           \
	FRONT(12);                           \
	FRONT(13);                           \
	FRONT(14);                           \
	FRONT(15);                           \
	VPAND  Y3, Y4, Y4;                   \
	VPAND  (block_legal+32*i)(DI), Y4, Y4; \
	VPOR   Y4, Y0, Y0

#define BAR(row) \
	VPANDN  row(DI), Y0, Y1; \
	VMOVDQU Y1, row(DI)

// func fastJumps(b *block)
TEXT ·fastJumps(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VPXOR Y0, Y0, Y0
	VPBROADCASTB small<>+1(SB), Y14
	JUMP(0)
	JUMP(1)
	JUMP(2)
	JUMP(3)
	JUMP(4)
	VPMOVMSKB Y0, AX
	MOVL AX, block_slow(DI)
	TESTL AX, AX
	JZ   none
	BAR(block_legal)
	BAR((block_legal+32))
	BAR((block_legal+64))
	BAR((block_legal+96))
	BAR((block_legal+128))
	BAR(block_count)
	BAR(block_active)
none:
	VZEROUPPER
	RET

// SHARE takes the count of a game of row j out of Y7 and makes a choice with the
// number in Y2, which it appends to Y0.
#define SHARE(j) \
	VPSRLQ   $(8*j), Y7, Y3; \
	VPAND    Y12, Y3, Y3;    \
	VPMULUDQ Y3, Y2, Y2;     \
	VPSRLQ   $32, Y2, Y2;    \
	VPSLLQ   $8, Y0, Y0;     \
	VPOR     Y2, Y0, Y0

// SPENT gives the stride in the games of row j in which Y8 says that the number
// was used.
#define SPENT(j, x) \
	VPSLLQ   $(56-8*j), Y8, x; \
	VPCMPGTQ x, Y9, x;         \
	VPAND    Y13, x, x

#define PICK(j) \
	VMOVDQU (block_state+32*j)(DI), Y10; \
	VPADDQ  Y13, Y10, Y1;                \
	DRAW(Y1, Y2, Y3, Y4, Y5, Y6);        \
	SHARE(j);                            \
	SPENT(j, Y3);                        \
	VPADDQ  Y3, Y10, Y10;                \
	VMOVDQU Y10, (block_state+32*j)(DI)

// func fastPick(b *block)
TEXT ·fastPick(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VPBROADCASTQ byte0<>(SB), Y12
	VPBROADCASTQ stride<>(SB), Y13
	VPBROADCASTQ salt<>(SB), Y14
	VPBROADCASTQ lower<>(SB), Y15
	VMOVDQU block_count(DI), Y7
	VPBROADCASTB small<>+1(SB), Y8
	VPCMPGTB Y8, Y7, Y8
	VMOVDQU block_cur(DI), Y0
	VMOVDQU block_greedy(DI), Y9
	VPSHUFB Y0, Y9, Y9
	VPANDN Y8, Y9, Y8
	VPXOR Y9, Y9, Y9
	VPXOR Y0, Y0, Y0
	PICK(7)
	PICK(6)
	PICK(5)
	PICK(4)
	PICK(3)
	PICK(2)
	PICK(1)
	PICK(0)
	VMOVDQU Y0, block_index(DI)
	VZEROUPPER
	RET

// OWN is row j of the states of seat s.
#define OWN(s, j) (block_own+256*s+32*j)(DI)

// ISSEAT says in x in which games of a row seat s is to move. Y11 has the seats.
#define ISSEAT(s, x) \
	VPBROADCASTQ seats<>+(8*s)(SB), x; \
	VPCMPEQQ     x, Y11, x

// SPEND adds the strides in Y3 to the states of seat s where it is to move.
#define SPEND(s, j) \
	ISSEAT(s, Y4);             \
	VPAND   Y3, Y4, Y4;        \
	VPADDQ  OWN(s, j), Y4, Y4; \
	VMOVDQU Y4, OWN(s, j)

#define PICKOWN(j) \
	VMOVDQU   block_cur(DI), Y11;    \
	VPSRLQ    $(8*j), Y11, Y11;      \
	VPAND     Y12, Y11, Y11;         \
	VMOVDQU   OWN(0, j), Y1;         \
	ISSEAT(1, Y2);                   \
	VPBLENDVB Y2, OWN(1, j), Y1, Y1; \
	ISSEAT(2, Y2);                   \
	VPBLENDVB Y2, OWN(2, j), Y1, Y1; \
	ISSEAT(3, Y2);                   \
	VPBLENDVB Y2, OWN(3, j), Y1, Y1; \
	VPADDQ    Y13, Y1, Y1;           \
	DRAW(Y1, Y2, Y3, Y4, Y5, Y6);    \
	SHARE(j);                        \
	SPENT(j, Y3);                    \
	SPEND(0, j);                     \
	SPEND(1, j);                     \
	SPEND(2, j);                     \
	SPEND(3, j)

DATA seats<>+0(SB)/8, $0
DATA seats<>+8(SB)/8, $1
DATA seats<>+16(SB)/8, $2
DATA seats<>+24(SB)/8, $3
GLOBL seats<>(SB), RODATA|NOPTR, $32

// func fastPickOwn(b *block)
TEXT ·fastPickOwn(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VPBROADCASTQ byte0<>(SB), Y12
	VPBROADCASTQ stride<>(SB), Y13
	VPBROADCASTQ salt<>(SB), Y14
	VPBROADCASTQ lower<>(SB), Y15
	VMOVDQU block_count(DI), Y7
	VPBROADCASTB small<>+1(SB), Y8
	VPCMPGTB Y8, Y7, Y8
	VPXOR Y9, Y9, Y9
	VPXOR Y0, Y0, Y0
	PICKOWN(7)
	PICKOWN(6)
	PICKOWN(5)
	PICKOWN(4)
	PICKOWN(3)
	PICKOWN(2)
	PICKOWN(1)
	PICKOWN(0)
	VMOVDQU Y0, block_index(DI)
	VZEROUPPER
	RET

// MARK writes the progress of man k plus 129, or a place out of reach if it waits.
#define MARK(k) \
	VPADDB    (block_men+32*(k))(DI), Y2, Y0; \
	VPCMPEQB  Y0, Y3, Y1;               \
	VPBLENDVB Y1, Y4, Y0, Y0;           \
	VMOVDQU   Y0, (32*(k))(SP)

// BEHIND counts in Y9 whether man k is up to six steps behind Y10.
#define BEHIND(k) \
	VPSUBB   (32*(k))(SP), Y10, Y11; \
	VPCMPGTB Y11, Y7, Y11;           \
	VPSUBB   Y11, Y9, Y9

// NEAR counts the men of seat s behind the place Y8; way is how the seat sees it.
#define NEAR(s, way) \
	VPADDB   way, Y8, Y10;    \
	VPCMPGTB Y4, Y10, Y11;    \
	VPAND    Y5, Y11, Y11;    \
	VPSUBB   Y11, Y10, Y10;   \
	VPCMPGTB Y6, Y10, Y11;    \
	VPOR     Y11, Y10, Y10;   \
	BEHIND(4*s);              \
	BEHIND(4*s+1);            \
	BEHIND(4*s+2);            \
	BEHIND(4*s+3)

#define WAY(s, way) \
	VMOVDQU (block_behind+32*s)(DI), way; \
	VPSHUFB Y8, way, way

// TAKE looks whether the move to Y8 captures man k: Y0 counts the men, Y1 is
// where they are.
#define TAKE(k) \
	VPCMPEQB (block_seen+32*(k))(DI), Y8, Y2; \
	VPSUBB   Y2, Y0, Y0;                    \
	VPAND    (block_men+32*(k))(DI), Y2, Y2;  \
	VPOR     Y2, Y1, Y1

// What fastGreed keeps on the stack: the marks, the dangers of four places of
// men and five of moves, and for each move how many men it takes, where they are,
// whether it reaches the end and whether it leaves the track.
#define DANGER 512
#define TAKES 800
#define WHERE 960
#define ENDS 1120
#define LEAVES 1280

// WORTH adds the worth of move i in one half of the games. Y0 is the best, Y1 its
// number, Y2 the number of the move.
#define WORTH(i, h) \
	VPMOVSXBW (WHERE+32*i+h)(SP), Y3;          \
	VPMULLW   (block_worth+32)(DI), Y3, Y3;    \
	VPADDW    block_worth(DI), Y3, Y3;         \
	VPMOVSXBW (TAKES+32*i+h)(SP), Y4;          \
	VPMULLW   Y4, Y3, Y3;                      \
	VPMOVSXBW (block_to+32*i+h)(DI), Y4;       \
	VPADDW    Y4, Y3, Y3;                      \
	VPMOVSXBW (DANGER+128+32*i+h)(SP), Y4;     \
	VPMULLW   (block_worth+160)(DI), Y4, Y4;   \
	VPSUBW    Y4, Y3, Y3

// BETTER keeps the move if it is better.
#define BETTER(i, h) \
	VPMOVSXBW (block_legal+32*i+h)(DI), Y5; \
	VPCMPGTW  Y0, Y3, Y4;                   \
	VPAND     Y5, Y4, Y4;                   \
	VPBLENDVB Y4, Y3, Y0, Y0;               \
	VPBLENDVB Y4, Y2, Y1, Y1;               \
	VPSUBW    Y5, Y2, Y2

// MANWORTH is WORTH of a move of a man with what only those have.
#define MANWORTH(i, h) \
	WORTH(i, h);                               \
	VPMOVSXBW (DANGER-32+32*i+h)(SP), Y4;      \
	VPMULLW   (block_worth+160)(DI), Y4, Y4;   \
	VPADDW    Y4, Y3, Y3;                      \
	VPMOVSXBW (ENDS+32*i+h)(SP), Y4;           \
	VPAND     (block_worth+64)(DI), Y4, Y4;    \
	VPADDW    Y4, Y3, Y3;                      \
	VPMOVSXBW (LEAVES+32*i+h)(SP), Y4;         \
	VPAND     (block_worth+96)(DI), Y4, Y4;    \
	VPADDW    Y4, Y3, Y3;                      \
	BETTER(i, h)

#define BEST(h) \
	VPCMPEQB Y0, Y0, Y0;                     \
	VPSLLW   $15, Y0, Y0;                    \
	VPXOR    Y1, Y1, Y1;                     \
	VPXOR    Y2, Y2, Y2;                     \
	WORTH(0, h);                             \
	VPADDW   (block_worth+128)(DI), Y3, Y3;  \
	BETTER(0, h);                            \
	MANWORTH(1, h);                          \
	MANWORTH(2, h);                          \
	MANWORTH(3, h);                          \
	MANWORTH(4, h)

// LEAVING notes whether move i reaches the end or else leaves the track.
#define LEAVING(i) \
	VMOVDQU  (block_to+32*i)(DI), Y0;             \
	VPCMPEQB block_end(DI), Y0, Y1;               \
	VMOVDQU  Y1, (ENDS+32*i)(SP);                 \
	VPCMPGTB Y6, Y0, Y0;                          \
	VMOVDQU  (block_from+32*(i-1))(DI), Y2;       \
	VPCMPGTB Y6, Y2, Y2;                          \
	VPOR     Y1, Y2, Y2;                          \
	VPANDN   Y0, Y2, Y0;                          \
	VMOVDQU  Y0, (LEAVES+32*i)(SP)

// func fastGreed(b *block)
TEXT ·fastGreed(SB), 0, $1440-8
	MOVQ b+0(FP), DI
	VPBROADCASTB NOWHERE, Y3 // the mark of a waiting man
	VPCMPEQB Y2, Y2, Y2
	VPSUBB Y2, Y3, Y2
	VPBROADCASTB FAR, Y4
	MARK(0)
	MARK(1)
	MARK(2)
	MARK(3)
	MARK(4)
	MARK(5)
	MARK(6)
	MARK(7)
	MARK(8)
	MARK(9)
	MARK(10)
	MARK(11)
	MARK(12)
	MARK(13)
	MARK(14)
	MARK(15)

	VMOVDQU block_cur(DI), Y8
	WAY(0, Y0)
	WAY(1, Y1)
	WAY(2, Y2)
	WAY(3, Y3)
	VMOVDQU block_less(DI), Y4
	VMOVDQU block_track(DI), Y5
	VMOVDQU block_last(DI), Y6
	VPBROADCASTB NEARBY, Y7
	LEAQ block_from(DI), R8 // four places of men, then five of moves
	LEAQ DANGER(SP), R9
	MOVL $9, CX
danger:
	VMOVDQU (R8), Y8
	VPXOR Y9, Y9, Y9
	NEAR(0, Y0)
	NEAR(1, Y1)
	NEAR(2, Y2)
	NEAR(3, Y3)
	VPMINUB Y6, Y8, Y10
	VPCMPEQB Y8, Y10, Y10
	VPAND Y10, Y9, Y9
	VMOVDQU Y9, (R9)
	ADDQ $32, R8
	ADDQ $32, R9
	DECL CX
	JNZ  danger

	LEAQ block_to(DI), R8
	LEAQ TAKES(SP), R9
	MOVL $5, CX
take:
	VMOVDQU (R8), Y8
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	TAKE(0)
	TAKE(1)
	TAKE(2)
	TAKE(3)
	TAKE(4)
	TAKE(5)
	TAKE(6)
	TAKE(7)
	TAKE(8)
	TAKE(9)
	TAKE(10)
	TAKE(11)
	TAKE(12)
	TAKE(13)
	TAKE(14)
	TAKE(15)
	VMOVDQU Y0, (R9)
	VMOVDQU Y1, (WHERE-TAKES)(R9)
	ADDQ $32, R8
	ADDQ $32, R9
	DECL CX
	JNZ  take

	LEAVING(1)
	LEAVING(2)
	LEAVING(3)
	LEAVING(4)
	BEST(0)
	VMOVDQU Y1, Y15
	BEST(16)
	VPACKSSWB Y1, Y15, Y1
	VPERMQ $0xd8, Y1, Y1
	VMOVDQU block_cur(DI), Y0
	VMOVDQU block_greedy(DI), Y2
	VPSHUFB Y0, Y2, Y2
	VMOVDQU block_index(DI), Y0
	VPBLENDVB Y2, Y1, Y0, Y0
	VMOVDQU Y0, block_index(DI)
	VZEROUPPER
	RET

// CHOSEN moves the man if move i is the chosen one: Y9 counts the moves, Y10 is
// the chosen one, Y6 collects where it ends and Y7 whether there is one.
#define CHOSEN(i, man) \
	VMOVDQU   (block_legal+32*i)(DI), Y11; \
	VMOVDQU   (block_to+32*i)(DI), Y12;    \
	VPCMPEQB  Y9, Y10, Y13;                \
	VPAND     Y11, Y13, Y13;               \
	VPSUBB    Y11, Y9, Y9;                 \
	VPBLENDVB Y13, Y12, man, man;          \
	VPBLENDVB Y13, Y12, Y6, Y6;            \
	VPOR      Y13, Y7, Y7

// ORDER brings two men into rising order.
#define ORDER(a, b, t) \
	VPMINSB a, b, t; \
	VPMAXSB a, b, b; \
	VMOVDQA t, a

// HIT sends man k back if it is where the move ends.
#define HIT(k, man) \
	VPCMPEQB (block_seen+32*(k))(DI), Y6, Y15; \
	VPSUBB   Y15, Y5, Y5;                      \
	VPOR     (block_men+32*(k))(DI), Y15, man

#define STAND(k, new, man) \
	VPBLENDVB Y8, new, man, man; \
	VMOVDQU   man, (block_men+32*(k))(DI)

// MOVE makes the moves on the men of seat s.
#define MOVE(s) \
	HIT(4*s, Y9);                        \
	HIT(4*s+1, Y10);                     \
	HIT(4*s+2, Y11);                     \
	HIT(4*s+3, Y12);                     \
	ORDER(Y9, Y10, Y15);                 \
	ORDER(Y11, Y12, Y15);                \
	ORDER(Y9, Y11, Y15);                 \
	ORDER(Y10, Y12, Y15);                \
	ORDER(Y10, Y11, Y15);                \
	VPBROADCASTB small<>+s(SB), Y8;      \
	VPCMPEQB     Y8, Y14, Y8;            \
	STAND(4*s, Y0, Y9);                  \
	STAND(4*s+1, Y1, Y10);               \
	STAND(4*s+2, Y2, Y11);               \
	STAND(4*s+3, Y3, Y12)

// RESTS takes the games out of Y4 in which man i neither waits nor rests. Y15 is
// a waiting man.
#define RESTS(i) \
	VMOVDQU  (block_from+32*i)(DI), Y9;      \
	VPCMPEQB (block_rest+32*i)(DI), Y9, Y10; \
	VPCMPEQB Y15, Y9, Y9;                    \
	VPOR     Y9, Y10, Y10;                   \
	VPAND    Y10, Y4, Y4

// FOLLOW finds the seat that follows seat s.
#define FOLLOW(s) \
	VPBROADCASTB small<>+s(SB), Y8; \
	VPCMPEQB     Y8, Y14, Y8;       \
	VPBLENDVB    Y8, (block_next+32*s)(DI), Y9, Y9

// func fastPlay(b *block)
TEXT ·fastPlay(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), DI
	VMOVDQU block_cur(DI), Y14
	VMOVDQU block_active(DI), Y13
	VPCMPEQB block_mover(DI), Y14, Y0
	VPANDN Y13, Y0, Y0
	VMOVDQU block_turns(DI), Y1
	VPSUBB Y0, Y1, Y1
	VMOVDQU Y1, block_turns(DI)
	VPBROADCASTB small<>+1(SB), Y0
	VMOVDQU block_count(DI), Y1
	VPCMPGTB Y0, Y1, Y0
	VMOVDQU block_choices(DI), Y1
	VPSUBB Y0, Y1, Y1
	VMOVDQU Y1, block_choices(DI)

	VMOVDQU block_from(DI), Y0
	VMOVDQU (block_from+32)(DI), Y1
	VMOVDQU (block_from+64)(DI), Y2
	VMOVDQU (block_from+96)(DI), Y3
	VPBROADCASTB ABOVE, Y6
	VPXOR Y7, Y7, Y7
	VPXOR Y9, Y9, Y9
	VMOVDQU block_index(DI), Y10
	CHOSEN(0, Y0)
	CHOSEN(1, Y0)
	CHOSEN(2, Y1)
	CHOSEN(3, Y2)
	CHOSEN(4, Y3)
	ORDER(Y0, Y1, Y15)
	ORDER(Y1, Y2, Y15)
	ORDER(Y2, Y3, Y15)

	VMOVDQU block_active(DI), Y13
	VPANDN Y13, Y7, Y7 // passed
	VMOVDQU block_passes(DI), Y8
	VPSUBB Y7, Y8, Y8
	VMOVDQU Y8, block_passes(DI)
	VPCMPGTB block_home1(DI), Y0, Y8
	VPAND Y13, Y8, Y8
	VPMOVMSKB Y8, AX
	MOVL AX, block_home(DI)

	VMOVDQU block_captures(DI), Y5
	MOVE(0)
	MOVE(1)
	MOVE(2)
	MOVE(3)
	VMOVDQU Y5, block_captures(DI)

	// Y0 throws again, Y4 tries again.
	VPBROADCASTB small<>+6(SB), Y0
	VPCMPEQB block_die(DI), Y0, Y0
	VPAND block_dead(DI), Y7, Y1
	VPANDN Y0, Y1, Y0
	VPAND block_series(DI), Y7, Y4
	VPCMPEQB Y15, Y15, Y15
	RESTS(0)
	RESTS(1)
	RESTS(2)
	RESTS(3)
	VPCMPEQB block_from(DI), Y15, Y9
	VPAND Y9, Y4, Y4
	VMOVDQU block_tries(DI), Y1
	VPBROADCASTB small<>+2(SB), Y2
	VPCMPGTB Y1, Y2, Y2
	VPAND Y2, Y4, Y4
	VPANDN Y4, Y0, Y4
	VPOR Y0, Y4, Y0 // stays
	VPSUBB Y4, Y1, Y2
	VPAND Y7, Y2, Y2
	VPAND Y0, Y2, Y2
	VPBLENDVB Y13, Y2, Y1, Y1
	VMOVDQU Y1, block_tries(DI)
	VMOVDQU block_mover(DI), Y1
	VPBLENDVB Y13, Y14, Y1, Y1
	VMOVDQU Y1, block_mover(DI)
	VMOVDQU Y14, Y9
	FOLLOW(0)
	FOLLOW(1)
	FOLLOW(2)
	FOLLOW(3)
	VPANDN Y13, Y0, Y0
	VPBLENDVB Y0, Y9, Y14, Y14
	VMOVDQU Y14, block_cur(DI)
	VZEROUPPER
	RET
