#include "textflag.h"

// func gatherFast(dst, bias, w *float32, idx []int32, val []float32, h int)
TEXT ·gatherFast(SB), NOSPLIT, $0-80
	MOVQ dst+0(FP), DI
	MOVQ bias+8(FP), BX
	MOVQ w+16(FP), SI
	MOVQ h+72(FP), DX
	LEAQ (DX*4), R11          // bytes of a row
block:
	VMOVUPS (BX), Y0          // 32 columns stay in registers
	VMOVUPS 32(BX), Y1
	VMOVUPS 64(BX), Y2
	VMOVUPS 96(BX), Y3
	MOVQ idx_base+24(FP), R8
	MOVQ idx_len+32(FP), CX
	MOVQ val_base+48(FP), R9
	TESTQ CX, CX
	JZ   store
row:
	MOVLQSX (R8), AX
	IMULQ R11, AX
	VBROADCASTSS (R9), Y4
	ADDQ SI, AX
	VMULPS (AX), Y4, Y5
	VMULPS 32(AX), Y4, Y6
	VMULPS 64(AX), Y4, Y7
	VMULPS 96(AX), Y4, Y8
	VADDPS Y5, Y0, Y0
	VADDPS Y6, Y1, Y1
	VADDPS Y7, Y2, Y2
	VADDPS Y8, Y3, Y3
	ADDQ $4, R8
	ADDQ $4, R9
	DECQ CX
	JNZ  row
store:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ $128, DI
	ADDQ $128, BX
	ADDQ $128, SI
	SUBQ $32, DX
	JG   block
	VZEROUPPER
	RET

// func scatterFast(w, d *float32, idx []int32, val []float32, h int)
TEXT ·scatterFast(SB), NOSPLIT, $0-72
	MOVQ w+0(FP), SI
	MOVQ d+8(FP), BX
	MOVQ h+64(FP), DX
	LEAQ (DX*4), R11          // bytes of a row
block:
	VMOVUPS (BX), Y0          // 32 columns stay in registers
	VMOVUPS 32(BX), Y1
	VMOVUPS 64(BX), Y2
	VMOVUPS 96(BX), Y3
	MOVQ idx_base+16(FP), R8
	MOVQ idx_len+24(FP), CX
	MOVQ val_base+40(FP), R9
	TESTQ CX, CX
	JZ   done
row:
	MOVLQSX (R8), AX
	IMULQ R11, AX
	VBROADCASTSS (R9), Y4
	ADDQ SI, AX
	VMULPS Y0, Y4, Y5
	VMULPS Y1, Y4, Y6
	VMULPS Y2, Y4, Y7
	VMULPS Y3, Y4, Y8
	VADDPS (AX), Y5, Y5
	VADDPS 32(AX), Y6, Y6
	VADDPS 64(AX), Y7, Y7
	VADDPS 96(AX), Y8, Y8
	VMOVUPS Y5, (AX)
	VMOVUPS Y6, 32(AX)
	VMOVUPS Y7, 64(AX)
	VMOVUPS Y8, 96(AX)
	ADDQ $4, R8
	ADDQ $4, R9
	DECQ CX
	JNZ  row
	ADDQ $128, BX
	ADDQ $128, SI
	SUBQ $32, DX
	JG   block
done:
	VZEROUPPER
	RET

// func dotRowsFast(sum, head, rows *float32, idx []int32) float32
TEXT ·dotRowsFast(SB), NOSPLIT, $0-52
	MOVQ sum+0(FP), BX
	MOVQ head+8(FP), DI
	MOVQ rows+16(FP), SI
	MOVQ idx_base+24(FP), R8
	MOVQ idx_len+32(FP), CX
	VMOVUPS (BX), Y0          // 64 columns stay in registers
	VMOVUPS 32(BX), Y1
	VMOVUPS 64(BX), Y2
	VMOVUPS 96(BX), Y3
	VMOVUPS 128(BX), Y4
	VMOVUPS 160(BX), Y5
	VMOVUPS 192(BX), Y6
	VMOVUPS 224(BX), Y7
	TESTQ CX, CX
	JZ   dot
row:
	MOVLQSX (R8), AX
	SHLQ $8, AX               // bytes of a row
	ADDQ SI, AX
	VADDPS (AX), Y0, Y0
	VADDPS 32(AX), Y1, Y1
	VADDPS 64(AX), Y2, Y2
	VADDPS 96(AX), Y3, Y3
	VADDPS 128(AX), Y4, Y4
	VADDPS 160(AX), Y5, Y5
	VADDPS 192(AX), Y6, Y6
	VADDPS 224(AX), Y7, Y7
	ADDQ $4, R8
	DECQ CX
	JNZ  row
dot:
	VXORPS Y8, Y8, Y8
	VMAXPS Y8, Y0, Y0
	VMAXPS Y8, Y1, Y1
	VMAXPS Y8, Y2, Y2
	VMAXPS Y8, Y3, Y3
	VMAXPS Y8, Y4, Y4
	VMAXPS Y8, Y5, Y5
	VMAXPS Y8, Y6, Y6
	VMAXPS Y8, Y7, Y7
	VMULPS (DI), Y0, Y0
	VMULPS 32(DI), Y1, Y1
	VMULPS 64(DI), Y2, Y2
	VMULPS 96(DI), Y3, Y3
	VMULPS 128(DI), Y4, Y4
	VMULPS 160(DI), Y5, Y5
	VMULPS 192(DI), Y6, Y6
	VMULPS 224(DI), Y7, Y7
	VADDPS Y4, Y0, Y0         // halves on halves
	VADDPS Y5, Y1, Y1
	VADDPS Y6, Y2, Y2
	VADDPS Y7, Y3, Y3
	VADDPS Y2, Y0, Y0
	VADDPS Y3, Y1, Y1
	VADDPS Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VMOVHLPS X0, X0, X1
	VADDPS X1, X0, X0
	VMOVSHDUP X0, X1
	VADDSS X1, X0, X0
	VMOVSS X0, ret+48(FP)
	VZEROUPPER
	RET

DATA first8<>+0(SB)/8, $0x0000000100000000
DATA first8<>+8(SB)/8, $0x0000000300000002
DATA first8<>+16(SB)/8, $0x0000000500000004
DATA first8<>+24(SB)/8, $0x0000000700000006
GLOBL first8<>(SB), RODATA|NOPTR, $32

// func positiveFast(h *float32, n int, idx *int32, val *float32, packed *[256]uint64) int
TEXT ·positiveFast(SB), NOSPLIT, $0-48
	MOVQ h+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ idx+16(FP), DI
	MOVQ val+24(FP), BX
	MOVQ packed+32(FP), R8
	XORL AX, AX
	VMOVDQU first8<>(SB), Y0  // the numbers of the next eight values
	MOVL $8, DX
	VMOVD DX, X1
	VPBROADCASTD X1, Y1
eight:
	VMOVUPS (SI), Y2
	VMOVMSKPS Y2, DX
	XORL $255, DX             // those without the sign
	VPMOVZXBD (R8)(DX*8), Y3
	VPERMPS Y2, Y3, Y4
	VPERMD Y0, Y3, Y5
	VMOVUPS Y4, (BX)(AX*4)
	VMOVDQU Y5, (DI)(AX*4)
	POPCNTL DX, DX
	ADDQ DX, AX
	VPADDD Y1, Y0, Y0
	ADDQ $32, SI
	SUBQ $8, CX
	JG   eight
	MOVQ AX, ret+40(FP)
	VZEROUPPER
	RET
